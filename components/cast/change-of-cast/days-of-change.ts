import { daysAfter } from "@/components/calendar";
import { isDay } from "@/components/record-form/typed-day";
import { earliestDay, latestDay } from "@/lib/partial-dates";

interface Chosen {
  leaverIds: ReadonlySet<string>;
  joiners: readonly unknown[];
  /** Null for none; empty while the typed text is no date. */
  firstDay: string | null;
  /** Undefined until someone types it. */
  typedLastDay: string | null | undefined;
}

/** The last day and the first day of a change of cast. A day that is not given follows from the other. */
export function daysOfChange({ leaverIds, joiners, firstDay, typedLastDay }: Chosen) {
  const dayBefore = firstDay !== null && isDay(firstDay) ? daysAfter(firstDay, -1) : null;
  const lastDay = typedLastDay === undefined ? dayBefore : typedLastDay;
  const [first, last] = [firstDay || null, lastDay || null];
  const complete =
    joiners.length > 0 && leaverIds.size > 0
      ? first && last && { firstDay: first, lastDay: last }
      : joiners.length > 0
        ? first && { firstDay: first, lastDay: daysAfter(earliestDay(first), -1) }
        : last && { firstDay: daysAfter(latestDay(last), 1), lastDay: last };
  return { lastDay, complete: complete || null };
}

/** What is missing. */
export function dayProblems(chosen: Chosen): { firstDay?: string; lastDay?: string } {
  const { lastDay } = daysOfChange(chosen);
  return {
    ...(chosen.joiners.length > 0 && !chosen.firstDay ? { firstDay: "Enter the first day" } : {}),
    ...(chosen.leaverIds.size > 0 && !lastDay ? { lastDay: "Enter the last day" } : {}),
  };
}
