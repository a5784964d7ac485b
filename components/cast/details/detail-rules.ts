import { castMemberDetails } from "@/lib/resources/cast-members/schema.browser";
import type { RunDays } from "@/lib/resources/cast-members/presence.browser";
import { engagementIssues } from "@/lib/resources/cast-members/engagement-rules.browser";
import type { CastPlace } from "../cast";
import { memberDetails } from "../cast-changes";

const document = castMemberDetails.pick({ engagements: true, covers: true });

export interface DetailIssue {
  /** Such as `engagements.0.to`. */
  path: string;
  message: string;
}

/** Issues of a member's dates and covers, by the API's own rules. Bundles zod: load it dynamically. */
export function detailIssues(place: CastPlace, run: RunDays | undefined, today: string): DetailIssue[] {
  const parsed = document.safeParse({ engagements: [], covers: [], ...memberDetails(place) });
  if (!parsed.success)
    return parsed.error.issues.map(({ path, message }) => ({ path: path.map(String).join("."), message }));
  return run ? engagementIssues(parsed.data.engagements, run, today) : [];
}
