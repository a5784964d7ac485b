"use client";

import dynamic from "next/dynamic";
import { useId, useState } from "react";
import { today } from "@/components/ui/calendar";
import type { Along } from "@/components/records/details/save-part";
import { useRecordShape } from "@/components/records/shapes";
import { Checkbox } from "@/components/ui/checkbox";
import { controlClass } from "@/components/ui/labelled";
import { RequestError } from "@/lib/client/client.browser";
import type { ResourcePath } from "@/lib/resources/resource-views.browser";

const PartialDateControl = dynamic(
  () => import("@/components/form/partial-date-control").then((loaded) => loaded.PartialDateControl),
  { ssr: false },
);

interface Renaming {
  path: ResourcePath;
  id: string;
  part: "details" | undefined;
  /** The name as saved; undefined for a record without one. */
  before: unknown;
  /** The name as typed. */
  after: string | undefined;
}

/** Offers to keep the old name of a record that is renamed as another name, so that a search still finds it. */
export function useKeptName({ path, id, part, before, after = "" }: Renaming) {
  const hasAliases = useRecordShape(path, "details").fields.some(({ name }) => name === "aliases");
  const [isKept, setIsKept] = useState(true);
  /** Undefined while the typed text is no date. */
  const [until, setUntil] = useState<string | null | undefined>(today);
  const dayId = useId();
  const typed = after.trim();
  const old = !part && hasAliases && typeof before === "string" && typed !== "" && typed !== before ? before : null;

  return {
    prompt: old !== null && (
      <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2 rounded bg-sunken px-3 py-2 text-sm">
        <Checkbox checked={isKept} onChange={setIsKept}>
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
              onChange={setUntil}
            />
          </span>
        )}
      </div>
    ),
    /** @returns the change of the details; undefined when the old name is not kept, or is known already. */
    async change(): Promise<Along["own"]> {
      if (old === null || !isKept) return undefined;
      const code = await import("./former-name").catch(() => null);
      if (!code) throw new RequestError(null);
      return code.withFormerName({ path, id, former: old, now: typed, until: until ?? null });
    },
  };
}
