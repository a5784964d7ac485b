import "server-only";
import { earliestDay } from "../../core/partial-dates.browser.ts";
import type { Engagement } from "./schema.browser.ts";

/*
 * What a new closing date makes of the engagements of a cast. `closing` is the day, `YYYY-MM-DD`.
 */

/** Whether the engagement would end after the run, and can end with it. One that was seen afterwards can't. */
export function endsAfter(engagement: Engagement, closing: string): boolean {
  const { to, seen } = engagement;
  const isSeenAfter = seen.some((day) => earliestDay(day) > closing);
  return to !== null && earliestDay(to) > closing && !beginsAfter(engagement, closing) && !isSeenAfter;
}

/** Whether the engagement would begin after the run. */
export function beginsAfter({ from }: Engagement, closing: string): boolean {
  return from !== null && earliestDay(from) > closing;
}
