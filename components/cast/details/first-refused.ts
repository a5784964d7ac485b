import { today } from "@/components/ui/calendar";
import type { RunDays } from "@/lib/resources/cast-members/presence.browser";
import type { CastEdits, EditedMember } from "../cast";
import { loadDetailCheck } from "./use-detail-issues";

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
