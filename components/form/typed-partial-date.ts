import { today } from "@/components/ui/calendar";
import { typedDay } from "@/components/form/typed-day";
import { isPartialDate } from "@/lib/core/partial-dates.browser";

/** What to say where a text is no date. */
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
