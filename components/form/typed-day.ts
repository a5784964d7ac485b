import { daysAfter, today } from "@/components/ui/calendar";
import { isPartialDate } from "@/lib/core/partial-dates.browser";

const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const weekdays = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];
const relative: Readonly<Record<string, number>> = { yesterday: -1, today: 0, tomorrow: 1 };
/** 29 February can be eight years away: 2100 is no leap year. */
const longestGapYears = 8;

/**
 * Reads a day as people type it into `YYYY-MM-DD`: `3/9/2026`, `3 Sept 26`, `Dec 1` (the next one), `next Friday` (of
 * the week after this one), `today`, `+7`. Other text is returned unchanged, for the schema to refuse.
 */
export function typedDay(text: string, today: string): string {
  const typed = text.trim().toLowerCase().replaceAll(",", " ").replace(/\s+/g, " ").replace(/\.$/, "");
  const days = relative[typed];
  if (days !== undefined) return daysAfter(today, days);
  if (/^[+-]\d{1,4}$/.test(typed)) return daysAfter(today, Number(typed));
  return weekday(typed, today) ?? calendarDay(typed, today) ?? text.trim();
}

/** A calendar day, if the text is one. */
export function isDay(text: string): boolean {
  return text.length === 10 && isPartialDate(text);
}

/** `friday` from today on; `next friday` in the week after this one, which begins on Monday. */
function weekday(typed: string, today: string): string | null {
  const [, which, word] =
    /^(?:(this|next) )?(mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?$/.exec(typed) ?? [];
  if (word === undefined) return null;
  const now = (new Date(`${today}T00:00:00Z`).getUTCDay() + 6) % 7;
  const wanted = weekdays.indexOf(word.slice(0, 3));
  return daysAfter(today, which === "next" ? wanted - now + 7 : (wanted - now + 7) % 7);
}

function calendarDay(typed: string, today: string): string | null {
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(typed);
  if (iso) return dayOf(iso[1], iso[2], iso[3]);
  const british = /^(\d{1,2})[/. -](\d{1,2})[/. -](\d{4}|\d{2})$/.exec(typed);
  if (british) return dayOf(british[3], british[2], british[1]);
  const dayFirst = /^(\d{1,2})(?:st|nd|rd|th)? (?:of )?([a-z]{3})[a-z]*\.?(?: (\d{4}|\d{2}))?$/.exec(typed);
  const [day, word, year] = dayFirst?.slice(1) ?? [];
  if (word !== undefined) return dayInMonth(day, word, year, today);
  const monthFirst = /^([a-z]{3})[a-z]*\.? (\d{1,2})(?:st|nd|rd|th)?(?: (\d{4}|\d{2}))?$/.exec(typed);
  return monthFirst ? dayInMonth(monthFirst[2], monthFirst[1], monthFirst[3], today) : null;
}

/** Without a year, the first such day from today on; one that no year has is returned for this year. */
function dayInMonth(day = "", word = "", year: string | undefined, today: string): string | null {
  const month = String(months.indexOf(word) + 1);
  if (month === "0") return null;
  if (year !== undefined) return dayOf(year, month, day);
  const thisYear = Number(today.slice(0, 4));
  const days = Array.from({ length: longestGapYears + 1 }, (_, index) => dayOf(String(thisYear + index), month, day));
  return days.find((one) => isDay(one) && one >= today) ?? days[0] ?? null;
}

function dayOf(year = "", month = "", day = ""): string {
  const full = year.length === 2 ? `20${year}` : year;
  return `${full}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
}

export const partialDateProblem = "Enter a date, such as 14 Mar 2026, Mar 2026 or 2026";

/**
 * Reads a day that may be known only by its month or its year, as people type it: `Mar 2026`, `3/2026`, `2026`, and
 * every form of `typedDay` that says the year. A fact may be years old, so `1 Mar` and `Mar 26` could mean several days.
 *
 * @returns `YYYY`, `YYYY-MM` or `YYYY-MM-DD`; undefined if the text is none of them.
 */
export function readPartialDate(text: string, now = today()): string | undefined {
  const typed = text.trim().toLowerCase().replaceAll(",", " ").replace(/\s+/g, " ");
  if (/^(\d{1,2}(st|nd|rd|th)?( of)? [a-z]+|[a-z]+\.? \d{1,2}(st|nd|rd|th)?)\.?$/.test(typed)) return undefined;
  const read = typedMonth(typed) ?? typedDay(text, now);
  return isPartialDate(read) ? read : undefined;
}

/** A month with its year. The first day of a month that is written in words is what `typedDay` can read. */
function typedMonth(typed: string): string | null {
  const [, yearFirst, monthSecond, monthFirst, yearSecond] =
    /^(?:(\d{4})[/. -](\d{1,2})|(\d{1,2})[/. -](\d{4}))$/.exec(typed) ?? [];
  const month = monthSecond ?? monthFirst;
  if (month !== undefined) return `${yearFirst ?? yearSecond}-${month.padStart(2, "0")}`;
  const [, word, year] = /^([a-z]{3,9}\.?)(?: of)? (\d{4})$/.exec(typed) ?? [];
  return word === undefined ? null : typedDay(`1 ${word} ${year}`, "").replace(/-01$/, "");
}
