import { formatDay } from "@/components/calendar";
import { lazy } from "@/components/ui/lazy";
import type { Engagement } from "@/lib/resources/cast-members/schema";

const inMonths = lazy(() => new Intl.DateTimeFormat("en-GB", { month: "short", year: "numeric", timeZone: "UTC" }));

/** The first day of an engagement in words. */
export function beginningOf({ from }: Engagement): string {
  return from === null ? "Not known" : formatPartialDate(from);
}

/** Its last day in words. */
export function endOf({ to, ended }: Engagement): string {
  if (to !== null) return formatPartialDate(to);
  return ended ? "Not known (ended)" : "No end known";
}

/** `2026`, `Mar 2026` or `5 Mar 2026`. */
function formatPartialDate(partial: string): string {
  if (partial.length === 4) return partial;
  return partial.length === 7 ? inMonths().format(new Date(`${partial}-01`)) : formatDay(partial);
}
