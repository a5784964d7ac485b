import { z } from "zod";
import { date, id, partialDate, wholeNumber } from "../../core/fields.browser.ts";
import { daysAhead } from "./days-ahead.browser.ts";

export const comingQuery = z.strictObject({
  days: wholeNumber(1, 92).default(daysAhead).describe("How many days from today on, today included."),
});

const night = z.strictObject({
  date: date.describe("The day."),
  production_id: id,
  show: z.string(),
  theatre: z.string(),
});

const move = z.strictObject({
  date: partialDate.describe("The first or the last day, as far as it is known: `2026-12-05`, `2026-12`."),
  cast_member_id: id,
  person: z.string(),
  role: z.string().describe("Its name; without one the type of role."),
  production_id: id,
  show: z.string(),
});

export const comingDays = z
  .strictObject({
    from: date.describe("Today, in London."),
    to: date,
    openings: z.array(night),
    closings: z.array(night),
    joining: z.array(move).describe("Without those who join at the opening."),
    leaving: z.array(move).describe("Without those who leave at the closing."),
  })
  .meta({ id: "ComingDays", description: "What opens and closes, and who joins and leaves, by day." });

export type ComingDays = z.infer<typeof comingDays>;
export type ComingNight = z.infer<typeof night>;
export type CastMove = z.infer<typeof move>;
