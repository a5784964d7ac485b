import { partialDateInWords } from "@/lib/core/date-words.browser";
import { earliestDay, latestDay } from "@/lib/core/partial-dates.browser";
import type { RunDays } from "@/lib/resources/cast-members/presence.browser";
import type { Engagement } from "@/lib/resources/cast-members/schema.browser";
import { engagementIssues } from "@/lib/resources/cast-members/engagement-rules.browser";
import type { SavedMember } from "../cast";
import { engagementInWords } from "../engagement-words";
import { newEngagement } from "../engagements";

/** A member who leaves, with their engagements after that. */
export interface Leaving {
  member: SavedMember;
  after: readonly Engagement[];
  notes: readonly string[];
  /** Why they can't leave on that day; null when they can. */
  problem: string | null;
}

/** Ends the engagement that goes on until a member's last day. */
export function leaving(member: SavedMember, lastDay: string, run: RunDays, today: string): Leaving {
  const known = member.engagements ?? [];
  const engagements = known.length > 0 ? known : [newEngagement];
  const going = engagements.filter(({ to }) => to === null || latestDay(to) >= earliestDay(lastDay));
  const ending = going.find(({ from }) => from === null || earliestDay(from) <= latestDay(lastDay));
  if (!ending) {
    const words = (going.length > 0 ? going : engagements).map((one) => engagementInWords(one, today)).join("; ");
    const problem = going.length > 0 ? `Begins after the last day: ${words}.` : `Left before: ${words}.`;
    return { member, after: known, notes: [], problem };
  }
  const after = engagements.map((one) => (one === ending ? { ...one, to: lastDay, ended: false } : one));
  const issue = engagementIssues(after, run, today)[0];
  return {
    member,
    after,
    notes: notesOn(ending, lastDay),
    problem: issue ? `The last day ${issue.message}.` : null,
  };
}

/** What is not certain about an engagement that ends. */
function notesOn({ from, to, ended }: Engagement, lastDay: string): string[] {
  return [
    ...(from === null ? ["First day unknown."] : []),
    ...(from !== null && latestDay(from) > latestDay(lastDay)
      ? [`Perhaps begins after the last day: ${partialDateInWords(from)}.`]
      : []),
    ...(to === lastDay ? ["Already leaves on this day."] : []),
    ...(to !== null && to !== lastDay ? [`The last day was ${partialDateInWords(to)}.`] : []),
    ...(to === null && ended ? ["Recorded as having left, on an unknown day."] : []),
  ];
}
