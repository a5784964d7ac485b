import type { CompanyMember } from "@/lib/listings/pages/schema.browser";
import { isWithin, type Days } from "@/lib/resources/cast-members/presence.browser";

/* What is said of a company on a day. The page's script says the same of each other day (`enhance-page.ts`). */

/** Whether someone is in it on the day of the page, was known in it last, only may be in it, or is not. */
export function standingOn({ lastKnownOn, presence }: CompanyMember, day: string) {
  if (lastKnownOn !== null) return lastKnownOn === day ? "certain" : "last known";
  return presence.possible.some((days) => isWithin(days, day)) ? "possible" : "out";
}

/** The days for the page's script: `first/last` of each stretch, the certain ones behind a bar. */
export function daysAsText({ presence: { possible, certain } }: Pick<CompanyMember, "presence">): string {
  const asText = (days: readonly Days[]) => days.map(({ first, last }) => `${first}/${last ?? "9999"}`).join(" ");
  return `${asText(possible)}|${asText(certain)}`;
}

/** Says how many are in it, and how many were known last. */
export function countInWords(certain: number, lastKnown: number): string {
  const people = `${certain} ${certain === 1 ? "person" : "people"} in the company`;
  if (certain === 0) return lastKnown === 0 ? "the company is not known." : "the company is not known. Last known:";
  return lastKnown === 0 ? `${people}.` : `${people}, and ${lastKnown} known last.`;
}

const inMonth = new Intl.DateTimeFormat("en-GB", { month: "long", year: "numeric", timeZone: "UTC" });

/** `in it today`, `last known in March 2025`. */
export function lastKnownInWords(day: string, today: string): string {
  return day === today ? "in it today" : `last known in ${monthInWords(day)}`;
}

/** `March 2025` */
export function monthInWords(day: string): string {
  return inMonth.format(new Date(day));
}

const namesShown = 8;

/** Those who only may be in it, in one line; `""` where there are none. */
export function perhapsInWords(names: readonly string[]): string {
  if (names.length === 0) return "";
  const others = names.length - namesShown;
  return `May be in it too: ${names.slice(0, namesShown).join(", ")}${others > 0 ? ` and ${others} more` : ""}.`;
}
