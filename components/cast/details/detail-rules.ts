import { castMemberDetails } from "@/lib/resources/cast-members/schema.browser";
import type { RunDays } from "@/lib/resources/cast-members/presence.browser";
import { engagementIssues } from "@/lib/resources/cast-members/engagement-rules.browser";
import { today } from "@/components/ui/calendar";
import { memberDetails, type CastEdits, type EditedMember } from "../cast";

const document = castMemberDetails.pick({ engagements: true, covers: true });

/**
 * Issues of a member's dates and covers, by the API's own rules, with paths such as `engagements.0.to`. Bundles zod: load
 * it dynamically.
 */
export function detailIssues(member: EditedMember, run: RunDays | undefined) {
  const parsed = document.safeParse(memberDetails(member));
  if (!parsed.success)
    return parsed.error.issues.map(({ path, message }) => ({ path: path.map(String).join("."), message }));
  return run ? engagementIssues(parsed.data.engagements, run, today()) : [];
}

/** The first member whose edited dates or covers the API would refuse; null without any. */
export function firstRefused(
  members: readonly EditedMember[],
  { changed }: CastEdits,
  run: RunDays | undefined,
): EditedMember | null {
  const isEdited = ({ id, state }: EditedMember) =>
    state === "added" || (state === "changed" && Boolean(changed[id]?.engagements ?? changed[id]?.covers));
  return members.find((member) => isEdited(member) && detailIssues(member, run).length > 0) ?? null;
}
