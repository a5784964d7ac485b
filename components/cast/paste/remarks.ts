import { readPartialDate } from "@/components/form/typed-day";
import { dayNumber } from "@/components/ui/calendar";
import { partialDateInWords } from "@/lib/core/date-words.browser";
import { earliestDay, latestDay } from "@/lib/core/partial-dates.browser";
import type { RunDays } from "@/lib/resources/cast-members/presence.browser";
import type { Engagement } from "@/lib/resources/cast-members/schema.browser";
import { newEngagement } from "../engagements";

/** What stands beside an entry: days as they were written, and a note. */
export type Remark = Record<"from" | "to" | "seen" | "note", string | null>;

const date =
  "(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day,? )?(?:the )?(\\d{1,2}(?:st|nd|rd|th)?(?: of)? \\p{L}{3,9}\\.?(?:,? \\d{4})?|\\p{L}{3,9}\\.? \\d{1,2}(?:st|nd|rd|th)?(?:,? \\d{4})?|\\p{L}{3,9}\\.?(?: \\d{4})?|\\d{1,2}[/.]\\d{1,2}[/.]\\d{4}|\\d{4}-\\d\\d-\\d\\d|\\d{4})";
const first = "(?:from|since|joins|joining|starts|starting|begins|beginning)";
const last = "(?:until|till|to|through|up to|leaves|leaving|ends|ending)";
const begins = new RegExp(`^${first}(?: on)? ${date}$`, "iu");
const ends = new RegExp(`^${last}(?: on)? ${date}$`, "iu");
const sighting = "seen(?: in| on)?";
const sees = new RegExp(`^${sighting} ${date}$`, "iu");
const both = new RegExp(`^(?:${first} )?${date} ?(?:[-–—]|,? ?${last}) ?${date}$`, "iu");
/** “3–13 March” */
const inOneMonth = /^(\d{1,2}) ?[-–—] ?(\d{1,2} \p{L}{3,9}\.?(?:,? \d{4})?)$/iu;
const behind = new RegExp(`(?:, | )((?:from|until|till|${sighting}) ${date})\\.?$`, "iu");
const inBrackets = / *[([]([^()[\]]+)[)\]]/gu;
const weekday = "(?:mon|tue|tues|wed|weds|wednes|thu|thur|thurs|fri|sat|satur|sun)(?:day)?s?";
const performances =
  "evenings?|evgs?|eves?|matin[eé]es?|mats?|performances?|certain performances|some performances|selected performances|scheduled performances";
/** “Mon–Thu”, “Wednesday matinees only”, “at certain performances” */
const someDays = new RegExp(
  `^(?:(?:at|on|${weekday}|${performances}|only|and|to|&|[,/+–—-])[ ]*)*(?:${weekday}|${performances})(?: only)?$`,
  "iu",
);

const inPreviews = /^(?:seen |appeared |played )?(?:only )?(?:in|during|for) previews(?: only)?$/i;

/** A text without the remarks beside it: “(until 13 March)”, “(Mon–Thu)”, “, from March”. */
export function takeRemark(text: string): { text: string; remark: Remark | null } {
  const found: Remark[] = [];
  const take = (whole: string, words: string) => {
    const remark = readRemark(words.trim());
    if (remark === null) return whole;
    found.push(remark);
    return "";
  };
  const rest = text
    .replace(inBrackets, take)
    .replace(behind, (whole, words: string) => (/\d/.test(words) ? take(whole, words) : whole))
    .trim();
  if (rest === "" || found.length === 0) return { text, remark: null };
  const of = (part: keyof Remark) => found.map((one) => one[part]).find((words) => words !== null) ?? null;
  return { text: rest, remark: { from: of("from"), to: of("to"), seen: of("seen"), note: of("note") } };
}

function readRemark(words: string): Remark | null {
  if (someDays.test(words) || inPreviews.test(words)) return { from: null, to: null, seen: null, note: words };
  const [, day, end] = inOneMonth.exec(words) ?? [];
  const [, from, to] =
    day === undefined ? (both.exec(words) ?? []) : [null, `${day} ${end?.replace(/^\d+ /, "")}`, end];
  const days = { from: from ?? begins.exec(words)?.[1] ?? null, to: to ?? ends.exec(words)?.[1] ?? null };
  const seen = sees.exec(words)?.[1] ?? null;
  const written = [days.from, days.to, seen].filter((one) => one !== null);
  return written.length > 0 && written.every(isDate) ? { ...days, seen, note: null } : null;
}

/** Whether a text is a date, with its year or without. */
function isDate(text: string): boolean {
  // In a leap year every day exists.
  return readPartialDate(text) !== undefined || readPartialDate(`${text} 2000`) !== undefined;
}

/** How many years a run without a closing date is taken to last. */
const openYears = 2;

/**
 * The engagement that a remark means. A date without a year gets the one in which it lies within the run.
 *
 * @returns with it why the dates may be others.
 */
export function remarkDates({ note, ...words }: Remark, run: RunDays | undefined, today: string) {
  const [from, to] = [dateOf(words.from, run, today), dateOf(words.to, run, today)];
  const seen = dateOf(words.seen, run, today, today);
  const days = { from: from?.date ?? null, to: to?.date ?? null, seen: seen ? [seen.date] : [] };
  const engagement: Engagement = { ...newEngagement, ...days, note };
  return { engagement, doubts: [from, to, seen].flatMap((one) => one?.doubt ?? []) };
}

/** @param until the last day that the words can mean. */
function dateOf(words: string | null, run: RunDays | undefined, today: string, until = "9999") {
  if (words === null) return null;
  const whole = readPartialDate(words);
  if (whole !== undefined) return { date: whole, doubt: doubtOf(whole, run) };
  const yearOf = (day: string) => Number(day.slice(0, 4));
  const thisYear = yearOf(today);
  const first = run ? yearOf(run.first) : thisYear - 1;
  const last = run?.last ? yearOf(run.last) : Math.max(thisYear, first) + openYears;
  const years = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  const distance = (date: string) => Math.abs(dayNumber(earliestDay(date)) - dayNumber(today));
  const dates = years
    .flatMap((year) => readPartialDate(`${words} ${year}`) ?? [])
    .filter((one) => earliestDay(one) <= until);
  const inRun = dates.filter((one) => run && doubtOf(one, run) === null);
  const nearest = (inRun.length > 0 ? inRun : dates).toSorted((a, b) => distance(a) - distance(b))[0];
  if (nearest === undefined) return null;
  if (inRun.length === 1) return { date: nearest, doubt: null };
  return { date: nearest, doubt: doubtOf(nearest, run) ?? `Check the year of ${partialDateInWords(nearest)}` };
}

function doubtOf(date: string, run: RunDays | undefined): string | null {
  if (run === undefined) return null;
  if (latestDay(date) < run.first) return `${partialDateInWords(date)} is before the run`;
  return run.last !== null && earliestDay(date) > run.last ? `${partialDateInWords(date)} is after the run` : null;
}
