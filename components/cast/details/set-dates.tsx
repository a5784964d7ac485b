import { useId, useState } from "react";
import { PartialDateControl } from "@/components/form/partial-date-control";
import { Button } from "@/components/ui/button";
import type { DatedField } from "../engagements";

interface Props {
  className: string;
  onSet(field: DatedField, date: string): void;
}

/** Gives all selected members the same first or last day, or a day on which they were seen. */
export function SetDates({ className, onSet }: Props) {
  const id = useId();
  const [date, setDate] = useState<string | null | undefined>(null);
  const set = (field: DatedField) => {
    if (date) onSet(field, date);
  };
  return (
    <span className="flex flex-wrap items-center gap-2 max-sm:gap-1">
      <PartialDateControl
        id={id}
        aria-label="Date for the selected"
        aria-invalid={date === undefined}
        className="min-h-10 w-48 rounded border border-edge bg-raised px-2 aria-invalid:border-curtain max-sm:min-h-8 max-sm:w-40"
        value={date}
        onChange={setDate}
      />
      <Button className={className} aria-disabled={!date} onClick={() => set("from")}>
        Set from
      </Button>
      <Button className={className} aria-disabled={!date} onClick={() => set("to")}>
        Set last day
      </Button>
      <Button className={className} aria-disabled={!date} onClick={() => set("seen")}>
        Seen then
      </Button>
    </span>
  );
}
