import { partialDateInWords } from "@/lib/core/date-words.browser";
import { dayNumber } from "@/components/ui/calendar";
import { readPartialDate } from "@/components/form/typed-partial-date";
import { earliestDay, latestDay } from "@/lib/core/partial-dates.browser";
import type { RunDays } from "@/lib/resources/cast-members/presence.browser";
import type { Engagement } from "@/lib/resources/cast-members/schema.browser";
import { newEngagement } from "../engagements";
import type { Remark } from "./remarks";

export interface DatedRemark {
  engagement: Engagement;
  /** Why the dates may be others. */
  doubts: readonly string[];
}

/** How many years a run without a closing date is taken to last. */
const openYears = 2;

/** The engagement that a remark means. A date without a year gets the one in which it lies within the run. */
export function remarkDates(remark: Remark, run: RunDays | undefined, today: string): DatedRemark {
  const [from, to] = [dateOf(remark.from, run, today), dateOf(remark.to, run, today)];
  const seen = dateOf(remark.seen, run, today, today);
  return {
    engagement: {
      ...newEngagement,
      from: from?.date ?? null,
      to: to?.date ?? null,
      seen: seen ? [seen.date] : [],
      note: remark.note,
    },
    doubts: [from, to, seen].flatMap((one) => (one?.doubt ? [one.doubt] : [])),
  };
}

/** @param until the last day that the words can mean. */
function dateOf(words: string | null, run: RunDays | undefined, today: string, until = "9999") {
  if (words === null) return null;
  const whole = readPartialDate(words);
  if (whole !== undefined) return { date: whole, doubt: doubtOf(whole, run) };
  const thisYear = Number(today.slice(0, 4));
  const [first, last] = run
    ? [
        Number(run.first.slice(0, 4)),
        Number(run.last?.slice(0, 4) ?? Math.max(thisYear, yearOf(run.first)) + openYears),
      ]
    : [thisYear - 1, thisYear + openYears];
  const years = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  const dates = years
    .flatMap((year) => readPartialDate(`${words} ${year}`) ?? [])
    .filter((one) => earliestDay(one) <= until);
  const inRun = dates.filter((one) => run && doubtOf(one, run) === null);
  const [only] = inRun;
  if (only !== undefined && inRun.length === 1) return { date: only, doubt: null };
  const nearest = (inRun.length > 0 ? inRun : dates).toSorted((a, b) => distance(a, today) - distance(b, today))[0];
  if (nearest === undefined) return null;
  return { date: nearest, doubt: doubtOf(nearest, run) ?? `Check the year of ${partialDateInWords(nearest)}` };
}

function doubtOf(date: string, run: RunDays | undefined): string | null {
  if (run === undefined) return null;
  if (latestDay(date) < run.first) return `${partialDateInWords(date)} is before the run`;
  return run.last !== null && earliestDay(date) > run.last ? `${partialDateInWords(date)} is after the run` : null;
}

function distance(date: string, today: string): number {
  return Math.abs(dayNumber(earliestDay(date)) - dayNumber(today));
}

function yearOf(day: string): number {
  return Number(day.slice(0, 4));
}
