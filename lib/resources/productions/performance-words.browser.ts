import { isMatinee, type DayPerformance } from "./performances.browser.ts";
import type { AccessKind } from "./terms.browser.ts";

/* Performances in words, for pages, calendars and assistants. */

const accessWords: Readonly<Record<AccessKind, string>> = {
  captioned: "captioned",
  "audio-described": "audio described",
  bsl: "BSL interpreted",
  relaxed: "relaxed",
};

/** `7.30pm`, `3pm`, `12 noon`. @param time `HH:MM`. */
export function timeInWords(time: string): string {
  if (time === "12:00") return "12 noon";
  const [hour = 0, minute = 0] = time.split(":").map(Number);
  const clock = `${hour % 12 || 12}${minute === 0 ? "" : `.${String(minute).padStart(2, "0")}`}`;
  return `${clock}${hour < 12 ? "am" : "pm"}`;
}

/** `2.30pm (matinee, captioned)`. @param isMatineeSaid false where a heading says so. */
export function performanceInWords({ time, access }: DayPerformance, { isMatineeSaid = true } = {}): string {
  const remarks = [
    ...(isMatineeSaid && isMatinee({ time }) ? ["matinee"] : []),
    ...access.map((kind) => accessWords[kind]),
  ];
  return `${timeInWords(time)}${remarks.length > 0 ? ` (${remarks.join(", ")})` : ""}`;
}

/** `today 2.30pm (matinee) and tonight 7.30pm`, `7.30pm`, `no performance`. @param performances of a known day. */
export function dayInWords(performances: readonly DayPerformance[], isToday: boolean): string {
  if (performances.length === 0) return isToday ? "no performance today" : "no performance";
  const partOfDay = (one: DayPerformance) => (isToday ? (isMatinee(one) ? "today " : "tonight ") : "");
  return performances.map((one) => `${partOfDay(one)}${performanceInWords(one)}`).join(" and ");
}

/** `Captioned, relaxed`; null for a performance without. */
export function accessInWords({ access }: DayPerformance): string | null {
  const words = access.map((kind) => accessWords[kind]).join(", ");
  return words === "" ? null : `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}
