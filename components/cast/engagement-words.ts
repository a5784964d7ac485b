import { partialDateInWords } from "@/lib/core/date-words.browser";
import { isPartialDate } from "@/lib/core/partial-dates.browser";
import type { Engagement } from "@/lib/resources/cast-members/schema.browser";

/** An engagement in a few words: `Mar 2026 – 14 Sept 2026`, `since 2019 · last seen Mar 2026`, `dates unknown`. */
export function engagementInWords({ from, to, ended, seen }: Engagement, today: string): string {
  const sightings = seenInWords(seen);
  if (from === null && to === null && sightings !== null) return ended ? `${sightings} · left` : sightings;
  const days = daysInWords({ from, to, ended }, today);
  const lastSeen = seen.at(-1);
  return to !== null || lastSeen === undefined ? days : `${days} · last seen ${wordsOf(lastSeen)}`;
}

/** When someone was seen in it: `seen 3 Mar 2026`, `seen 2024 to Mar 2026`; null when no day is known. */
function seenInWords(seen: Engagement["seen"]): string | null {
  const [first, last] = [seen[0], seen.at(-1)];
  if (first === undefined || last === undefined) return null;
  return `seen ${[...new Set([first, last])].map(wordsOf).join(" to ")}`;
}

function daysInWords({ from, to, ended }: Pick<Engagement, "from" | "to" | "ended">, today: string): string {
  const [first, last] = [from === null ? null : wordsOf(from), to === null ? null : wordsOf(to)];
  if (first !== null && last !== null) return `${first} – ${last}`;
  if (last !== null) return `until ${last}`;
  if (first === null) return ended ? "left, dates unknown" : "dates unknown";
  return ended ? `from ${first} · left, date unknown` : `${from !== null && from > today ? "from" : "since"} ${first}`;
}

/** The first day of an engagement in words. */
export function beginningOf({ from }: Engagement): string {
  return from === null ? "Not known" : partialDateInWords(from);
}

/** Its last day in words. */
export function endOf({ to, ended }: Pick<Engagement, "to" | "ended">): string {
  if (to !== null) return partialDateInWords(to);
  return ended ? "Not known (ended)" : "No end known";
}

/** Its last day in words, and when the person was seen in it. */
export function endAndSeenOf(engagement: Engagement): string {
  return [endOf(engagement), seenInWords(engagement.seen)].filter((words) => words !== null).join(", ");
}

/** A date in a draft may not be one yet. */
function wordsOf(date: string): string {
  return isPartialDate(date) ? partialDateInWords(date) : "?";
}
