"use client";

import { RecordLink } from "@/components/directory/record-link";
import { Skeleton } from "@/components/ui/skeleton";
import type { CastEntry } from "@/lib/casts/schema";
import { useApi } from "@/lib/client/hooks";
import { capitalised } from "@/lib/resource/terms";
import { groupsOf, noEdits, savedCast, withEdits, groupNames, castPath } from "./cast";

/** The saved cast as text, from the server's page, until the editor is loaded. */
export function FirstCast({ productionId }: { productionId: string }) {
  const { data } = useApi<CastEntry[]>(castPath(productionId));
  if (!data)
    return (
      <>
        <CastTitle />
        <Skeleton shape="cast" lines={8} label="Loading the cast…" />
      </>
    );
  const groups = groupsOf(withEdits(savedCast(data.body), noEdits)).filter(({ members }) => members.length > 0);
  return (
    <div className="grid gap-4">
      <CastTitle />
      {groups.map(({ type, members }) => (
        <div key={type}>
          <h3 className="mb-2 text-lg font-semibold">{capitalised(groupNames[type])}</h3>
          <ul className="divide-y divide-line rounded border border-line bg-raised">
            {members.map(({ id, person, role, billing_order }) => (
              <li key={id} className="flex min-h-[34px] items-center gap-3 px-2 text-sm">
                <span className="w-8 text-right font-mono text-muted">{billing_order ?? "–"}</span>
                <span>
                  <RecordLink path="people" id={person.id}>
                    {person.name}
                  </RecordLink>
                  {role && (
                    <span className="text-muted">
                      {" "}
                      — <bdi>{role.name}</bdi>
                    </span>
                  )}
                </span>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </div>
  );
}

export function CastTitle() {
  return (
    <h2 id="cast-title" className="text-2xl font-semibold">
      Cast
    </h2>
  );
}
