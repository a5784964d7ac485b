import { formatDay } from "@/lib/core/date-words.browser";
import type { BeyondSale } from "@/lib/listings/pages/schema.browser";
import type { RunDays } from "@/lib/resources/cast-members/presence.browser";

/** `14 March 2025`. */
export const inFull = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" });
/** `March 2025`. */
export const inMonth = new Intl.DateTimeFormat("en-GB", { month: "long", year: "numeric", timeZone: "UTC" });
const inWeek = new Intl.DateTimeFormat("en-GB", { weekday: "short", day: "numeric", month: "short", timeZone: "UTC" });

/** `Fri 14 Mar`. */
export function shortDay(day: string): string {
  return inWeek.format(new Date(day)).replace(",", "");
}

/** `14 Mar 2025 – 2 May 2026`, `Since 27 Sept 2006`. */
export function datesOfRun({ first, last }: RunDays, today: string): string {
  if (last !== null) return `${formatDay(first)} – ${formatDay(last)}`;
  return `${first > today ? "From" : "Since"} ${formatDay(first)}`;
}

/** Of a run without an end, on a day that is not on sale: `not on sale that far ahead (booking until 2 Oct 2027)`. */
export function saleInWords({ until }: BeyondSale): string {
  return `not on sale that far ahead${until === null ? "" : ` (booking until ${formatDay(until)})`}`;
}

/** Words for the middle of a sentence. */
export function lowerFirst(words: string): string {
  return words.replace(/^./, (letter) => letter.toLowerCase());
}

/** `A, B and C`. */
export function joinNames(names: readonly string[], last = "and"): string {
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} ${last} ${names.at(-1)}`;
}

const namesShown = 3;

/** `A, B and C`, or `A, B, C and 12 others`. */
export function listNames(names: readonly string[], last?: string): string {
  if (names.length <= namesShown + 1) return joinNames(names, last);
  return `${names.slice(0, namesShown).join(", ")} and ${names.length - namesShown} others`;
}

/** The state of a run in a few words: `Until 2 May 2026`, `Opens 14 March`, `Closed 3 Jan 2024`. */
export function stateInWords({ first, last }: RunDays, today: string): string {
  if (first > today || last === null) return datesOfRun({ first, last: null }, today);
  return `${last < today ? "Closed" : "Until"} ${formatDay(last)}`;
}
