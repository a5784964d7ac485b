import "server-only";
import type { CastEntry } from "./schema.browser.ts";
import { daysBetween } from "../../core/dates.ts";
import { dayBefore, spansOf, type RunDays } from "../../resources/cast-members/presence.browser.ts";

/**
 * How likely a person was in the company on a day, from 0 to 1, to put the most likely first: each day on which an
 * engagement can begin or end counts the same. 0 without engagements, because nothing is known.
 */
export function likelihoodOn(day: string, entry: CastEntry, run: RunDays, today: string): number {
  if (entry.certain) return 1;
  return Math.max(0, ...entry.engagements.map((one) => ofEngagement(day, one, run, today)));
}

function ofEngagement(day: string, one: CastEntry["engagements"][number], run: RunDays, today: string): number {
  const { begin, end } = spansOf(one, run, today);
  const [earliestEnd, latestEnd] = end;
  // A beginning that is not known lies before the end, and before today.
  const latestBegin = [begin[1], latestEnd, today > day ? today : day].toSorted()[0] ?? day;
  const hasBegun = shareUpTo(day, begin[0], latestBegin);
  const hasNotEnded = 1 - shareUpTo(dayBefore(day), earliestEnd, latestEnd);
  return hasBegun * hasNotEnded;
}

/** The share of the days from `first` to `last` that are not after `day`. */
function shareUpTo(day: string, first: string, last: string): number {
  if (day < first) return 0;
  if (day >= last) return 1;
  return (daysBetween(first, day) + 1) / (daysBetween(first, last) + 1);
}
