"use client";

import { useEffect, useState } from "react";
import { useCurrentStaff } from "@/components/dashboard/current-staff";
import { draftKey, storeDraft, readStored } from "@/components/record-form/drafts";
import { trusted } from "@/components/trusted";
import { useApi } from "@/lib/client/hooks";
import type { CastMemberEntry } from "@/lib/resources/cast-members/schema";
import { noEdits, savedCast, withEdits, type CastEdits, type CastPlace } from "./cast";
import { castPath } from "./cast-path";
import { countOf, pendingEdits, withAdded, withPatches, withRemoved, withRestored } from "./edits";

const pollMilliseconds = 30_000;

/** A production's cast with its edits. Unsaved edits are kept in this browser. */
export function useCast(productionId: string) {
  const { data, error, refetch } = useApi(castPath(productionId), trusted<CastMemberEntry[]>(), {
    everyMilliseconds: pollMilliseconds,
  });
  const key = draftKey(useCurrentStaff().id, "cast", productionId);
  const [kept, setEdits] = useState<CastEdits>(() => readEdits(key));
  useEffect(() => storeDraft(key, countOf(kept) === 0 ? null : kept), [key, kept]);
  const saved = savedCast(data?.body ?? []);
  const edits = data ? pendingEdits(kept, saved) : kept;
  return {
    isPending: !data && !error,
    error: data ? null : error,
    retry: () => void refetch(),
    members: withEdits(saved, edits),
    edits,
    editCount: countOf(edits),
    patch: (patches: ReadonlyMap<string, Partial<CastPlace>>) => setEdits((now) => withPatches(now, saved, patches)),
    add: (places: readonly CastPlace[]) => setEdits((now) => withAdded(now, places)),
    remove: (id: string) => setEdits((now) => withRemoved(now, id)),
    giveBack: (id: string) => setEdits((now) => withRestored(now, id)),
    discard: () => setEdits(noEdits),
  };
}

export type Cast = ReturnType<typeof useCast>;

/** An older version may have stored another shape. */
function readEdits(key: string): CastEdits {
  const kept = readStored(key);
  const isEdits =
    typeof kept === "object" && kept !== null && "added" in kept && "changed" in kept && "removed" in kept;
  return isEdits ? (kept as CastEdits) : noEdits;
}
