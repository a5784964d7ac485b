import "server-only";
import { z } from "zod";
import { dayAfter, dayInLondon, daysBetween } from "../../core/dates.ts";
import { date } from "../../core/fields.browser.ts";
import { validationError } from "../../http/body.ts";
import { idParam } from "../../http/declaration.ts";
import { defineOperation } from "../../http/define-operation.ts";
import { notFound } from "../../http/failures.ts";
import type { Route } from "../../http/route.ts";
import { exampleOf, tagOf } from "../../records/examples.ts";
import { withSuccessor } from "../../records/successor.ts";
import { performancesBetween, startOf, type Timetable } from "../../resources/productions/performances.browser.ts";
import { resourceAt } from "../../resources/resources.ts";
import { Representation } from "../../catalogue/representation.ts";
import { runDaysOf } from "./days.ts";
import { requireRecord } from "./records.ts";
import { performance } from "./schema.browser.ts";

const productions = resourceAt("productions");
const maxDays = 92;
const usualDays = 14;

const parameters = z.strictObject({
  from: date.optional().describe("The first day; today in London without it."),
  to: date.optional().describe(`The last day, at most ${maxDays} days in all; without it ${usualDays} days in all.`),
});

/** `/productions/{id}/performances`: when a production plays (contract §27). */
export const productionPerformancesRoute: Route = {
  path: "/productions/{id}/performances",
  isMetered: true,
  operations: {
    GET: withSuccessor(
      productions,
      defineOperation({
        operationId: "getProductionPerformances",
        tag: tagOf(productions),
        summary: "Get the performances of a production",
        description:
          "As far as its `schedule` and `performances` say, by time. Days of which nothing is known are left out.",
        isConditional: true,
        input: {
          params: idParam(
            "production",
            exampleOf(productions, ({ id }) => id),
          ),
          query: parameters,
        },
        output: {
          description: "An array of performances, empty when none is known.",
          schema: z.array(performance),
          example: [
            { date: "2026-11-28", time: "14:30", starts_at: "2026-11-28T14:30:00+00:00", access: ["captioned"] },
          ],
        },
        failures: [notFound(productions)],
        prepare: (context) => requireRecord(context, productions),
        handle: async (context) => {
          const { id } = context.params;
          const { from = dayInLondon(context.infrastructure.now()) } = context.query;
          const { to = lastUsualDay(from) } = context.query;
          if (to < from) throw validationError([{ path: "to", message: `must not be before ${from}` }]);
          if (daysBetween(from, to) >= maxDays)
            throw validationError([{ path: "to", message: `must be at most ${maxDays} days from ${from}` }]);
          const key = `performances ${JSON.stringify([id, from, to])}`;
          const body = await context.infrastructure.derived.body(context, key, (read) => {
            const production = read.row("productions", id);
            if (!production) return Representation.json([]);
            // The schemas parsed the details when they were written.
            const timetable = production.details as unknown as Timetable;
            const found = performancesBetween(from, to, timetable, runDaysOf(production));
            return Representation.json(
              found.map(({ access, ...day }) => ({ ...day, starts_at: startOf(day), access })),
            );
          });
          return { body, isConditional: true };
        },
      }),
    ),
  },
};

/** A date has four digits for its year. */
const lastDate = "9999-12-31";

function lastUsualDay(from: string): string {
  const untilLast = daysBetween(from, lastDate);
  return dayAfter(from, Math.min(usualDays - 1, untilLast));
}
