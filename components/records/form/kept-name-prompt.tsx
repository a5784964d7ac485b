"use client";

import { useId } from "react";
import { PartialDateControl } from "@/components/form/partial-date-control";
import { Checkbox } from "@/components/ui/checkbox";
import { controlClass } from "@/components/ui/labelled";

interface Props {
  old: string;
  isKept: boolean;
  keep(isKept: boolean): void;
  /** Undefined while the typed text is no date. */
  until: string | null | undefined;
  onUntil(until: string | null | undefined): void;
}

/** Asks whether the old name of a record is kept as another name, and until when it was in use. */
export function KeptNamePrompt({ old, isKept, keep, until, onUntil }: Props) {
  const dayId = useId();
  return (
    <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2 rounded bg-sunken px-3 py-2 text-sm">
      <Checkbox checked={isKept} onChange={keep}>
        <span>
          Keep “<bdi>{old}</bdi>” as another name
        </span>
      </Checkbox>
      {isKept && (
        <span className="flex flex-wrap items-center gap-2">
          <label htmlFor={dayId}>until</label>
          <PartialDateControl
            id={dayId}
            className={`${controlClass} mt-0! w-44!`}
            aria-invalid={until === undefined}
            value={until}
            onChange={onUntil}
          />
        </span>
      )}
    </div>
  );
}
