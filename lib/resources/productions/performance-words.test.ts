import { expect, test } from "vitest";
import { dayInWords } from "./performance-words.browser.ts";
import type { DayPerformance } from "./performances.browser.ts";

const both: DayPerformance[] = [
  { time: "14:30", access: ["audio-described", "bsl"] },
  { time: "19:00", access: [] },
];

test.each<[words: string, performances: readonly DayPerformance[], isToday: boolean]>([
  ["today 2.30pm (matinee, audio described, BSL interpreted) and tonight 7pm", both, true],
  ["2.30pm (matinee, audio described, BSL interpreted) and 7pm", both, false],
  ["12 noon (matinee)", [{ time: "12:00", access: [] }], false],
  ["11.05am (matinee)", [{ time: "11:05", access: [] }], false],
  ["no performance today", [], true],
  ["no performance", [], false],
])("a day is said as “%s”", (words, performances, isToday) => {
  expect(dayInWords(performances, isToday)).toBe(words);
});
