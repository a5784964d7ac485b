import { today } from "@/components/ui/calendar";
import type { RunDays } from "@/lib/resources/cast-members/presence.browser";
import { useEffect, useState } from "react";
import type { CastEdits, CastPlace, EditedMember } from "../cast";
import type { DetailIssue, detailIssues } from "./detail-rules";

type Check = typeof detailIssues;

/** The rules are loaded when they are first needed. Null if they can't be: then only the API validates. */
async function loadDetailCheck(): Promise<Check | null> {
  return import("./detail-rules").then(
    (loaded) => loaded.detailIssues,
    () => null,
  );
}

/** What is wrong with a member's dates and covers; nothing until the rules are loaded. */
export function useDetailIssues(place: CastPlace, run: RunDays | undefined): readonly DetailIssue[] {
  const [check, setCheck] = useState<Check | null>(null);
  useEffect(() => {
    void loadDetailCheck().then((loaded) => setCheck(() => loaded));
  }, []);
  return check?.(place, run, today()) ?? [];
}

/** The first member whose edited dates or covers the API would refuse; null without any. */
export async function firstRefused(
  members: readonly EditedMember[],
  { added, changed }: CastEdits,
  run: RunDays | undefined,
): Promise<EditedMember | null> {
  const patches = new Map([...Object.entries(changed), ...added.map((one) => [one.id, one] as const)]);
  const edited = members.filter(({ id, state }) => {
    const patch = patches.get(id);
    return state !== "removed" && (patch?.engagements !== undefined || patch?.covers !== undefined);
  });
  const check = edited.length > 0 ? await loadDetailCheck() : null;
  return edited.find((member) => check && check(member, run, today()).length > 0) ?? null;
}
