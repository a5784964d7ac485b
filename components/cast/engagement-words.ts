import { partialDateInWords } from "@/components/form/typed-partial-date";
import { isPartialDate } from "@/lib/core/partial-dates.browser";
import type { Engagement } from "@/lib/resources/cast-members/schema.browser";

/** An engagement in a few words: `Mar 2026 – 14 Sept 2026`, `since 2019`, `dates unknown`. */
export function engagementInWords({ from, to, ended }: Engagement, today: string): string {
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
export function endOf({ to, ended }: Engagement): string {
  if (to !== null) return partialDateInWords(to);
  return ended ? "Not known (ended)" : "No end known";
}

/** A date in a draft may not be one yet. */
function wordsOf(date: string): string {
  return isPartialDate(date) ? partialDateInWords(date) : "?";
}
