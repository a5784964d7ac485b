"use client";

import { useState } from "react";
import { formatDay } from "@/components/ui/calendar";
import { Checkbox } from "@/components/ui/checkbox";
import type { CastEntry } from "@/lib/listings/casts/schema.browser";
import type { RequestedChange } from "@/lib/editing/changes/schema.browser";
import { useApi } from "@/lib/client/hooks.browser";
import type { ResourcePath } from "@/lib/resources/resource-views.browser";
import { endedWithRun, engagementsBeyond } from "./engagements-beyond";
import { isDay } from "../../form/typed-day";

interface NewClosing {
  path: ResourcePath;
  id: string;
  part: "details" | undefined;
  /** The opening date in the form; null when there is none. */
  opening: string | null;
  /** The closing date as typed; null while it is as saved. */
  closing: string | null;
}

/** Says whose engagements a new closing date leaves outside the run, and offers to end them with it. */
export function useEndedEngagements({ path, id, part, opening, closing }: NewClosing) {
  const isAfterOpening = closing !== null && isDay(closing) && (opening === null || closing >= opening);
  const day = path === "productions" && !part && isAfterOpening ? closing : null;
  const { data } = useApi<CastEntry[]>(`/productions/${encodeURIComponent(id)}/cast`, { isEnabled: day !== null });
  const [isEnded, setIsEnded] = useState(true);
  const found = day !== null && data ? engagementsBeyond(data.body, day) : null;
  const isNeeded = found !== null && found.ending.length + found.beginning.length > 0;

  return {
    prompt: isNeeded && day !== null && (
      <div role="status" className="mt-4 grid gap-2 rounded bg-curtain-wash px-3 py-2 text-sm">
        {found.ending.length > 0 && (
          <>
            <p>
              Listed in the cast after {formatDay(day)}: <Names of={found.ending} />.
            </p>
            <Checkbox checked={isEnded} onChange={setIsEnded}>
              End {found.ending.length === 1 ? "this engagement" : "these engagements"} with the run
            </Checkbox>
          </>
        )}
        {found.beginning.length > 0 && (
          <p>
            Listed as joining after {formatDay(day)}: <Names of={found.beginning} />. Remove them from the cast below.
          </p>
        )}
      </div>
    ),
    /** The changes of the cast that belong to the closing date. */
    changes: (): RequestedChange[] => (found && day !== null && isEnded ? endedWithRun(found, day) : []),
  };
}

const shownNames = 5;

function Names({ of: members }: { of: readonly CastEntry[] }) {
  const rest = members.length - shownNames;
  return (
    <bdi>
      {members
        .slice(0, shownNames)
        .map(({ person }) => person.name)
        .join(", ")}
      {rest > 0 && ` and ${rest} more`}
    </bdi>
  );
}
