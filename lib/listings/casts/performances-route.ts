import "server-only";
import { z } from "zod";
import type { CatalogueReader } from "../../catalogue/reader.ts";
import { dayAfter, daysBetween } from "../../core/dates.ts";
import { date } from "../../core/fields.browser.ts";
import { validationError } from "../../http/body.ts";
import { performancesBetween, startOf, type Timetable } from "../../resources/productions/performances.browser.ts";
import { resourceAt } from "../../resources/resources.ts";
import { runDaysOf } from "./days.ts";
import { listOfRecord } from "./list-of-record.ts";
import { performance } from "./schema.browser.ts";

const maxDays = 92;
const usualDays = 14;

const parameters = z.strictObject({
  from: date.optional().describe("The first day; today in London without it."),
  to: date.optional().describe(`The last day, at most ${maxDays} days in all; without it ${usualDays} days in all.`),
});

/** `/productions/{id}/performances`: when a production plays (contract §27). */
export const productionPerformancesRoute = listOfRecord(resourceAt("productions"), "performances", {
  operationId: "getProductionPerformances",
  summary: "Get the performances of a production",
  description: "As far as its `schedule` and `performances` say, by time. Days of which nothing is known are left out.",
  query: parameters,
  output: {
    description: "An array of performances, empty when none is known.",
    schema: z.array(performance),
    example: [{ date: "2026-11-28", time: "14:30", starts_at: "2026-11-28T14:30:00+00:00", access: ["captioned"] }],
  },
  read: performancesOf,
});

/** @throws AppError 400 for days that are too many, or end before they begin. */
function performancesOf(read: CatalogueReader, id: string, query: z.infer<typeof parameters>) {
  const { from = read.today } = query;
  const { to = lastUsualDay(from) } = query;
  if (to < from) throw validationError([{ path: "to", message: `must not be before ${from}` }]);
  if (daysBetween(from, to) >= maxDays)
    throw validationError([{ path: "to", message: `must be at most ${maxDays} days from ${from}` }]);
  const production = read.row("productions", id);
  if (!production) return [];
  // The schemas parsed the details when they were written.
  const timetable = production.details as unknown as Timetable;
  const found = performancesBetween(from, to, timetable, runDaysOf(production));
  return found.map(({ access, ...day }) => ({ ...day, starts_at: startOf(day), access }));
}

/** A date has four digits for its year. */
const lastDate = "9999-12-31";

function lastUsualDay(from: string): string {
  const untilLast = daysBetween(from, lastDate);
  return dayAfter(from, Math.min(usualDays - 1, untilLast));
}
