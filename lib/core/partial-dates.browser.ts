/*
 * A partial date is a calendar day that may be known only by its month or its year: `YYYY`, `YYYY-MM` or `YYYY-MM-DD`.
 * Days and partial dates compare as text. Pure and safe for the browser, so that forms apply the same rules.
 */

export function earliestDay(partial: string): string {
  return `${partial}-01-01`.slice(0, 10);
}

export function latestDay(partial: string): string {
  const [year = "", month = "12", day] = partial.split("-");
  return `${year}-${month}-${day ?? lastOfMonth(Number(year), Number(month))}`;
}

/** Whether the text is a partial date that exists in the calendar, from year 1 on. */
export function isPartialDate(text: string): boolean {
  if (!/^(?!0000)\d{4}(-(0[1-9]|1[0-2])(-\d{2})?)?$/.test(text)) return false;
  const day = Number(text.slice(8) || "1");
  return day >= 1 && day <= Number(latestDay(text.slice(0, 7)).slice(8));
}

function lastOfMonth(year: number, month: number): string {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? "29" : "28";
  return [4, 6, 9, 11].includes(month) ? "30" : "31";
}
