import type { CompanyMember } from "@/lib/listings/pages/schema.browser";
import { isWithin, type Days } from "@/lib/resources/cast-members/presence.browser";

export type Certainty = "certain" | "possible" | "out";

/** Whether someone is in it on a day. */
export function certaintyOn({ presence }: Pick<CompanyMember, "presence">, day: string): Certainty {
  const isAmong = (days: readonly Days[]) => days.some((one) => isWithin(one, day));
  if (!isAmong(presence.possible)) return "out";
  return isAmong(presence.certain) ? "certain" : "possible";
}

/** The days for the page's script: `first/last` of each stretch, the certain ones behind a bar. */
export function daysAsText({ presence: { possible, certain } }: Pick<CompanyMember, "presence">): string {
  const asText = (days: readonly Days[]) => days.map(({ first, last }) => `${first}/${last ?? "9999"}`).join(" ");
  return `${asText(possible)}|${asText(certain)}`;
}

/** Says how many are in it. The page's script says the same. */
export function countInWords(certain: number, possible: number): string {
  if (certain + possible === 0) return "no one is known for this day";
  const people = `${certain} ${certain === 1 ? "person" : "people"}`;
  if (possible === 0) return `${people} in the company`;
  return certain === 0 ? `${possible} possibly in the company` : `${people} in the company, ${possible} more possibly`;
}
