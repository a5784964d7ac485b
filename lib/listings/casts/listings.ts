import "server-only";
import { z } from "zod";
import type { CatalogueReader } from "../../catalogue/reader.ts";
import type { Piece } from "../../catalogue/list.ts";
import { entryOf, entryText, recordText, type Row } from "../../catalogue/row.ts";
import { whenDone, type Soon } from "../../core/promises.ts";
import { daysBetween } from "../../core/dates.ts";
import { memoize } from "../../core/memoize.browser.ts";
import { isWithin, type RunDays } from "../../resources/cast-members/presence.browser.ts";
import { performancesOn } from "../../resources/productions/performances.browser.ts";
import type { ProductionEntry } from "../../resources/productions/schema.browser.ts";
import { Representation } from "../../catalogue/representation.ts";
import { ascending, compareKeys, keyOf } from "../../core/sort.ts";
import { createYielder } from "../../core/yielding.ts";
import { castOn, runDaysOf, timetableOf } from "./days.ts";
import { crewEntriesOf } from "./row-entries.ts";
import { defineOperation } from "../../http/define-operation.ts";
import { meteredRoute, type ReadContext } from "../../http/route.ts";
import { tagOf } from "../../records/examples.ts";
import { resourceAt } from "../../resources/resources.ts";
import { someOf } from "../search/query-schema.ts";
import { exampleDay } from "./records.ts";
import { lastKnownParameter, listingsDay, onDay } from "./schema.browser.ts";

const filter = z.string().min(1, "must not be empty");

/** What is asked about a day. */
const parameters = z
  .strictObject({
    date: listingsDay.optional().describe("The day; today in London without it."),
    theatre_id: filter.optional().describe("Only productions at this theatre."),
    show_id: filter.optional().describe("Only productions of this show."),
    include: someOf(["cast", "crew"])
      .optional()
      .describe("Adds who is in each production on that day, and its creative team."),
    dated: z.enum(["only"]).optional().describe("With `include=cast`: leaves out those without engagements."),
    last_known: lastKnownParameter("include=cast"),
  })
  .superRefine(({ include, ...query }, context) => {
    if (include?.includes("cast")) return;
    for (const name of ["dated", "last_known"] as const)
      if (query[name] !== undefined) context.addIssue({ code: "custom", path: [name], message: "needs include=cast" });
  });

/** `/on`: what is on, on one day. */
export const onRoute = meteredRoute("/on", {
  GET: defineOperation({
    operationId: "getOn",
    tag: tagOf(resourceAt("productions")),
    summary: "Get what is on",
    description:
      "The productions that run on a day, by the name of the show, each with its theatre and its details. A run lasts from its first preview, else its opening date, to its closing date. With `include=cast` each has the people who are in it on that day, as far as is known: `certain` tells facts from possibilities. With `include=crew` each has its creative team. A theatre may still have no performance on that day.",
    isConditional: true,
    input: { query: parameters, queryExamples: { include: ["cast"] } },
    output: {
      description: "The day and its productions.",
      schema: onDay,
      example: exampleDay,
    },
    handle: (context) => whenDone(listingsOn(context, context.query), (body) => ({ body, isConditional: true })),
  }),
});

type ListingsQuery = z.output<typeof parameters>;

interface Run extends RunDays {
  readonly production: Row;
}

/** The productions that run on a day (contract §14). */
export function listingsOn(context: ReadContext, query: ListingsQuery): Soon<Representation> {
  const { catalogue, derived } = context.infrastructure;
  const { date, theatre_id, show_id, include, dated, last_known } = query;
  const key = `on ${JSON.stringify([date, theatre_id, show_id, include?.toSorted(), dated, last_known])}`;
  return whenDone(catalogue.reach(context.versions?.data ?? null), () =>
    derived.compute(context, key, (read) => listRuns(read, query)),
  );
}

async function listRuns(
  read: CatalogueReader,
  { date = read.today, include, dated, last_known, ...filters }: ListingsQuery,
): Promise<Representation> {
  const turn = createYielder();
  const parts: string[] = [];
  for (const { production, theatre, last } of sortedRunsOn(read, date, filters)) {
    await turn();
    const { id } = production;
    const days_left = last === null ? null : daysBetween(date, last);
    const cast = include?.includes("cast")
      ? castOn(read, read.row("productions", id) ?? production, { on: date, dated, last_known })
      : null;
    const more = {
      performances: performancesOn(date, timetableOf(production), runDaysOf(production)),
      days_left,
      ...(cast && { cast, cast_known: cast.length > 0 }),
      ...(include?.includes("crew") && { crew: crewEntriesOf(read, id) }),
    };
    const known = `"theatre":${theatreText(theatre)},"details":${detailsText(production)}`;
    parts.push(`${openEntryText(production)},${known},${JSON.stringify(more).slice(1)}`);
  }
  return new Representation(`{"date":"${date}","timezone":"Europe/London","productions":[${parts.join(",")}]}`);
}

/* The texts of a row, and its place among others, stay the same when other rows change. */

const openEntryText = memoize((production: Row) => entryText(production).slice(0, -1));
const detailsText = memoize(({ details }: Row) => JSON.stringify(details));
const theatreText = memoize(recordText);
const showNameOf = memoize((production: Row) => entryOf<ProductionEntry>(production).show.name.toLowerCase());

const byShow = [
  ascending(({ production }: Run) => showNameOf(production)),
  ascending(({ production }: Run) => production.id),
];

/** What runs on a day, sorted by show and with its theatre. */
export function sortedRunsOn(read: CatalogueReader, date: string, filters: Parameters<typeof runs>[1] = {}) {
  return runs(read, filters)
    .filter((run) => isWithin(run, date))
    .map((run) => ({ ...run, key: keyOf(run, byShow) }))
    .toSorted((a, b) => compareKeys(a.key, b.key, byShow))
    .flatMap(({ production, last }) => {
      const theatre = read.row("theatres", String(production.record["theatre_id"]));
      return theatre ? [{ production, theatre, last }] : [];
    });
}

/** The runs at a theatre, of a show, of both, or all. */
function runs(read: CatalogueReader, { theatre_id, show_id }: Pick<ListingsQuery, "theatre_id" | "show_id">): Run[] {
  if (theatre_id === undefined && show_id === undefined) return read.list("productions").pieces.flatMap(runsOfPiece);
  const rows =
    theatre_id === undefined
      ? read.where("productions", "show_id", show_id ?? "")
      : read.where("productions", "theatre_id", theatre_id);
  return rows.filter(({ record }) => show_id === undefined || record["show_id"] === show_id).map(withDays);
}

const withDays = memoize((production: Row): Run => ({ production, ...runDaysOf(production) }));
/** Pieces without a changed production are the same after a change. */
const runsOfPiece = memoize(({ rows }: Piece) => rows.map(withDays));
