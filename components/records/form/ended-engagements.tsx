"use client";

import { formatDay } from "@/lib/core/date-words.browser";
import { useImperativeHandle, useState, type Ref } from "react";
import { Checkbox } from "@/components/ui/checkbox";
import type { CastEntry } from "@/lib/listings/casts/schema.browser";
import type { RequestedChange } from "@/lib/editing/changes/schema.browser";
import { useApi } from "@/lib/client/hooks.browser";
import { endedWithRun, engagementsBeyond } from "./engagements-beyond";
import { isDay } from "../../form/typed-day";

/** Gives the changes of the cast that belong to the closing date. */
export type ChangesOfCast = () => RequestedChange[];

interface Props {
  ref: Ref<ChangesOfCast>;
  productionId: string;
  /** The opening date in the form; null when there is none. */
  opening: string | null;
  /** The closing date as typed. */
  closing: string;
}

/** Says whose engagements a new closing date leaves outside the run, and offers to end them with it. */
export function EndedEngagements({ ref, productionId, opening, closing }: Props) {
  const day = isDay(closing) && (opening === null || closing >= opening) ? closing : null;
  const castPath = `/productions/${encodeURIComponent(productionId)}/cast`;
  const { data } = useApi<CastEntry[]>(castPath, { isEnabled: day !== null });
  const [isEnded, setIsEnded] = useState(true);
  const found = day !== null && data ? engagementsBeyond(data.body, day) : null;
  useImperativeHandle(ref, () => () => (found && day !== null && isEnded ? endedWithRun(found, day) : []));
  if (!found || day === null || found.ending.length + found.beginning.length === 0) return null;
  return (
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
  );
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
