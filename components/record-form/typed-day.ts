import { daysAfter } from "@/components/calendar";

const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/**
 * Reads a day as people type it into `YYYY-MM-DD`: `3/9/2026`, `3 Sept 26`, `today`, `+7` (in a week). Other text is
 * returned unchanged, for the schema to refuse.
 */
export function typedDay(text: string, today: string): string {
  const typed = text.trim().toLowerCase();
  if (typed === "today") return today;
  if (typed === "tomorrow") return daysAfter(today, 1);
  if (/^[+-]\d{1,4}$/.test(typed)) return daysAfter(today, Number(typed));
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(typed);
  if (iso) return dayOf(iso[1], iso[2], iso[3]);
  const british = /^(\d{1,2})[/. -](\d{1,2})[/. -](\d{4}|\d{2})$/.exec(typed);
  if (british) return dayOf(british[3], british[2], british[1]);
  const worded = /^(\d{1,2})(?:st|nd|rd|th)?\s+([a-z]{3})[a-z]*\.?,?\s+(\d{4}|\d{2})$/.exec(typed);
  const month = months.indexOf(worded?.[2] ?? "") + 1;
  return worded && month > 0 ? dayOf(worded[3], String(month), worded[1]) : text.trim();
}

/** A calendar day, if the text is one. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

function dayOf(year = "", month = "", day = ""): string {
  const full = year.length === 2 ? `20${year}` : year;
  return `${full}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
}
