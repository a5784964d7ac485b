import { earliestDay, latestDay } from "../../core/partial-dates.browser.ts";
import { spansOf, type RunDays } from "./presence.browser.ts";
import type { Engagement } from "./schema.browser.ts";

/* The rules between a cast member's engagements (contract §13), pure, so that the dashboard shows the same issues. */

/**
 * Issues of engagements that are valid by themselves. The paths are those of the list as it was sent.
 *
 * @param isKept whether the cast member has it already: a later change of the run may have made it impossible.
 */
export function engagementIssues(
  engagements: readonly Engagement[],
  run: RunDays,
  today: string,
  isKept: (one: Engagement) => boolean = () => false,
) {
  const issues = engagements.flatMap((engagement, index) => {
    if (isKept(engagement)) return [];
    const { from, to, ended, seen } = engagement;
    const path = `engagements.${index}`;
    if (from !== null && to !== null && earliestDay(from) > latestDay(to))
      return [{ path: `${path}.to`, message: "must not be before from" }];
    if (from === null && to !== null && latestDay(to) < run.first)
      return [{ path: `${path}.to`, message: `must not be before the run's first day, ${run.first}` }];
    if (ended && to !== null && earliestDay(to) > today)
      return [{ path: `${path}.ended`, message: "must not be true while the last day is in the future" }];
    return seen.flatMap((date, place) => {
      const message = seenMessage(date, from, to, today);
      return message === null ? [] : [{ path: `${path}.seen.${place}`, message }];
    });
  });
  if (issues.length > 0) return issues;
  return engagements.flatMap((one, index) => {
    const other = engagements.findIndex(
      (before, beforeIndex) =>
        beforeIndex < index && isShared(before, one, run, today) && !(isKept(before) && isKept(one)),
    );
    return other < 0
      ? []
      : [{ path: `engagements.${index}`, message: `overlaps with engagement ${other + 1} of the list` }];
  });
}

/** Why a person can't have been seen in an engagement on a date; null when they can. */
function seenMessage(date: string, from: string | null, to: string | null, today: string): string | null {
  if (earliestDay(date) > today) return "must not be in the future";
  if (from !== null && latestDay(date) < earliestDay(from)) return "must not be before from";
  return to !== null && earliestDay(date) > latestDay(to) ? "must not be after to" : null;
}

/**
 * The engagements in order of time: by the first day that is known of each, else by when it can have begun, or by today
 * if it goes on. The days seen of each are in order too, each once.
 */
export function inOrderOfTime(engagements: readonly Engagement[], run: RunDays, today: string): Engagement[] {
  const keyed = engagements.map((one) => {
    const engagement = { ...one, seen: [...new Set(one.seen)].toSorted() };
    const { begin, end } = spansOf(engagement, run, today);
    const { from, to, ended, seen } = engagement;
    const known = from ?? seen[0] ?? to ?? (ended ? run.first : today);
    return { engagement, key: [earliestDay(known), ...begin, ...end].join(" ") };
  });
  return keyed.toSorted((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0)).map(({ engagement }) => engagement);
}

/** An engagement whose last day is past has ended. */
export function withEnd(engagement: Engagement, today: string): Engagement {
  const { to } = engagement;
  return to !== null && latestDay(to) < today ? { ...engagement, ended: true } : engagement;
}

/** Whether two engagements share a day in every reading of their dates: neither can be over before the other begins. */
function isShared(a: Engagement, b: Engagement, run: RunDays, today: string): boolean {
  const [one, other] = [spansOf(a, run, today), spansOf(b, run, today)];
  return !canPrecede(one, other) && !canPrecede(other, one);
}

/** An engagement does not end before it begins, so its earliest end is not before its earliest beginning. */
function canPrecede(one: ReturnType<typeof spansOf>, other: ReturnType<typeof spansOf>): boolean {
  const end = one.end[0] > one.begin[0] ? one.end[0] : one.begin[0];
  const begin = other.begin[1] < other.end[1] ? other.begin[1] : other.end[1];
  return end < begin;
}

/** Whether the engagement would end after a run that closes on that day, and can end with it. One that was seen afterwards can't. */
export function endsAfter(engagement: Engagement, closing: string): boolean {
  const { to, seen } = engagement;
  const isSeenAfter = seen.some((day) => earliestDay(day) > closing);
  return to !== null && earliestDay(to) > closing && !beginsAfter(engagement, closing) && !isSeenAfter;
}

/** Whether the engagement would begin after the run. */
export function beginsAfter({ from }: Engagement, closing: string): boolean {
  return from !== null && earliestDay(from) > closing;
}
