import { partialDateInWords } from "@/components/form/typed-partial-date";
import type { Engagement } from "@/lib/resources/cast-members/schema";

/** The first day of an engagement in words. */
export function beginningOf({ from }: Engagement): string {
  return from === null ? "Not known" : partialDateInWords(from);
}

/** Its last day in words. */
export function endOf({ to, ended }: Engagement): string {
  if (to !== null) return partialDateInWords(to);
  return ended ? "Not known (ended)" : "No end known";
}
