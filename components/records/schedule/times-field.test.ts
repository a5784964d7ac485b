import { expect, test } from "vitest";
import { readWeek } from "./times-field";

/** `mon 19:30 sat 14:30`; a part that is not understood in brackets, with its problem. */
const inShort = (text: string) =>
  readWeek(text).map(({ text: part, times, problem }) =>
    problem === null ? times.map(({ day, time }) => `${day} ${time}`).join(" ") : `[${part}: ${problem}]`,
  );

const tueToSat = "tue 19:30 wed 19:30 thu 19:30 fri 19:30 sat 19:30";
const wholeWeek = "mon 19:30 tue 19:30 wed 19:30 thu 19:30 fri 19:30 sat 19:30 sun 19:30";

test.each<[text: string, parts: string[]]>([
  ["Tue–Sat 7.30pm, Wed & Sat 2.30pm, Sun 3pm", [tueToSat, "wed 14:30 sat 14:30", "sun 15:00"]],
  ["Tue—Sat 7:30 PM; Sun 3 p.m.", [tueToSat, "sun 15:00"]],
  ["Tuesday to Saturday at 19:30\nSundays at 15.00", [tueToSat, "sun 15:00"]],
  ["Tues - Sat: 7.30", [tueToSat]],
  ["Tuesdays through Saturdays 1930hrs", [tueToSat]],
  ["Wed and Sat mats 2.30", ["wed 14:30 sat 14:30"]],
  ["Matinées Wed, Thurs, Sat 2.30pm", ["wed 14:30 thu 14:30 sat 14:30"]],
  ["Sat 2.30pm & 7.30pm", ["sat 14:30 sat 19:30"]],
  ["Thu/Sat 2.30/7.30", ["thu 14:30 thu 19:30 sat 14:30 sat 19:30"]],
  ["Sat 12 noon", ["sat 12:00"]],
  ["Sat noon, 12.30 and 4pm", ["sat 12:00 sat 12:30 sat 16:00"]],
  ["Sat 11am, Sun 11, Mon 09:30", ["sat 11:00", "sun 11:00", "mon 09:30"]],
  ["Sat–Mon 7pm", ["sat 19:00 sun 19:00 mon 19:00"]],
  ["Daily 7.30pm", [wholeWeek]],
  ["Weekends 12pm", ["sat 12:00 sun 12:00"]],
  ["Tue 7pm Wed 8pm", ["tue 19:00", "wed 20:00"]],
  ["7.30pm Tue–Sat, 3pm Sun", [tueToSat, "sun 15:00"]],
  ["Mon, Mon 7.30pm", ["mon 19:30"]],
  ["Mon–Sat 7.30pm except Thursday", ["[Mon–Sat 7.30pm except: “except” is not understood]", "[Thursday: no time]"]],
  ["Sun 3pm, doors 25pm", ["sun 15:00", "[doors 25pm: “doors” is not understood]"]],
  ["Sat 7.75pm, Sun 3pm", ["[Sat 7.75pm: “7.75pm” is not understood]", "sun 15:00"]],
  ["Sun 13pm", ["[Sun 13pm: “13pm” is not understood]"]],
  ["Evenings 7.30pm, Wed 2.30pm", ["[Evenings 7.30pm: no day]", "wed 14:30"]],
  ["Mon", ["[Mon: no time]"]],
  ["Monkeys 7.30pm", ["[Monkeys 7.30pm: “Monkeys” is not understood]"]],
  ["  ", []],
])("%s", (text, parts) => {
  expect(inShort(text)).toEqual(parts);
});
