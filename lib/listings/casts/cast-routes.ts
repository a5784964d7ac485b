import "server-only";
import { z } from "zod";
import { dayAfter, daysBetween } from "../../core/dates.ts";
import { whenDone } from "../../core/promises.ts";
import { date } from "../../core/fields.browser.ts";
import { validationError } from "../../http/body.ts";
import { exampleOf, tagOf } from "../../records/examples.ts";
import { Representation } from "../../catalogue/representation.ts";
import { idParam, type ExampleSource, type OutputDeclaration } from "../../http/declaration.ts";
import { defineOperation } from "../../http/define-operation.ts";
import { notFound } from "../../http/failures.ts";
import { meteredRoute, type Route } from "../../http/route.ts";
import { noParameters } from "../../records/resource-routes.ts";
import { requireRecord, type Resource } from "../../records/resource.ts";
import { withSuccessor } from "../../records/successor.ts";
import { performancesBetween, startOf } from "../../resources/productions/performances.browser.ts";
import { resourceAt } from "../../resources/resources.ts";
import { castOn, runDaysOf, timetableOf } from "./days.ts";
import { exampleEntry, exampleProduction } from "./records.ts";
import { castEntry, type CastEntry, castQuery, personCredit, housedProduction, performance } from "./schema.browser.ts";
import type { CatalogueReader } from "../../catalogue/reader.ts";
import type { Row } from "../../catalogue/row.ts";
import { compareValues } from "../../core/sort.ts";
import { earliestBeginning } from "../../resources/cast-members/presence.browser.ts";
import { needing } from "../search/query-schema.ts";
import { castEntriesOf, creditsOf, productionsOf, crewEntriesOf } from "./row-entries.ts";
import { crewMemberEntry, type CrewMember } from "../../resources/crew-members/schema.browser.ts";

/** `/productions/{id}/cast`: everyone who was in a production, or those of a day. */
export const productionCastRoute = listOfRecord(resourceAt("productions"), "cast", {
  operationId: "getProductionCast",
  summary: "Get the cast of a production",
  description:
    "In the order of the cast list, with engagements and covers. With `on`, only those who were in it on that day, as far as is known: `certain` tells facts from possibilities. A cast member without engagements can have been in it on any day of the run. With `last_known=true`, those who are certain, and for each role that no one certainly plays on that day those who were known in it last.",
  query: castQuery.superRefine(needing({ dated: "on", last_known: "on" })),
  exampleId: exampleOf(resourceAt("cast-members"), (sample) => exampleEntry(sample).production_id),
  output: {
    description: "An array of cast members, empty when none is known.",
    schema: z.array(castEntry),
    example: exampleOf(resourceAt("cast-members"), (sample) => [exampleEntry(sample)]),
  },
  read: castOn,
});

/** `/roles/{id}/players`: who played a role, or covered it. */
export const playersRoute = listOfRecord(resourceAt("roles"), "players", {
  operationId: "getRolePlayers",
  summary: "Get the players of a role",
  description:
    "The cast entries of the role and of those who cover it, by the earliest day on which they can have begun. Entries without engagements count from the first day of the run.",
  output: {
    description: "An array of players, empty when none is known.",
    schema: z.array(castEntry),
    example: exampleOf(resourceAt("cast-members"), (sample) => [exampleEntry(sample)]),
  },
  read: playersOf,
});

function playersOf(read: CatalogueReader, role: Row): CastEntry[] {
  const production = read.row("productions", String(role.record["production_id"]));
  if (!production) return [];
  const run = runDaysOf(production);
  return castEntriesOf(read, production.id)
    .filter((entry) => entry.role_id === role.id || entry.covers.some(({ role_id }) => role_id === role.id))
    .map((entry) => ({ entry, begins: earliestBeginning(entry.engagements, run, read.today) }))
    .toSorted((a, b) => compareValues(a.begins, b.begins))
    .map(({ entry }) => entry);
}

/** `/people/{id}/credits`: the productions that a person was in or worked on. */
export const creditsRoute = listOfRecord(resourceAt("people"), "credits", {
  operationId: "getPersonCredits",
  summary: "Get the credits of a person",
  description:
    "The productions that the person was in or worked on, the newest first, each with the person's entries in the cast and in the creative team.",
  output: {
    description: "An array of credits, possibly empty.",
    schema: z.array(personCredit),
    example: exampleProduction(({ theatre, ...production }, member) => [
      { production, theatre, cast_members: [exampleEntry(member)], crew_members: [] },
    ]),
  },
  read: (read, { id }) => creditsOf(read, id),
});

/** `/shows/{id}/productions`: the runs of a show. */
export const showProductionsRoute = listOfRecord(resourceAt("shows"), "productions", {
  operationId: "getShowProductions",
  summary: "Get the productions of a show",
  description: "With their theatres, the oldest first.",
  output: {
    description: "An array of productions, possibly empty.",
    schema: z.array(housedProduction),
    example: exampleProduction((production) => [production]),
  },
  read: (read, { id }) => productionsOf(read, "show_id", id),
});

/** `/productions/{id}/crew`: the creative team of a production. */
export const productionCrewRoute = listOfRecord(resourceAt("productions"), "crew", {
  operationId: "getProductionCrew",
  summary: "Get the crew of a production",
  description: "Its creative team: who wrote, directed and designed it, in the published order.",
  exampleId: exampleOf(resourceAt("crew-members"), ({ record }) => (JSON.parse(record) as CrewMember).production_id),
  output: {
    description: "An array of crew members, empty when none is known.",
    schema: z.array(crewMemberEntry),
    example: exampleOf(resourceAt("crew-members"), ({ entry }) => [JSON.parse(entry) as unknown]),
  },
  read: (read, { id }) => crewEntriesOf(read, id),
});

const maxDays = 92;
const usualDays = 14;

const performanceParameters = z.strictObject({
  from: date.optional().describe("The first day; today in London without it."),
  to: date.optional().describe(`The last day, at most ${maxDays} days in all; without it ${usualDays} days in all.`),
});

/** `/productions/{id}/performances`: when a production plays (contract §27). */
export const productionPerformancesRoute = listOfRecord(resourceAt("productions"), "performances", {
  operationId: "getProductionPerformances",
  summary: "Get the performances of a production",
  description: "As far as its `schedule` and `performances` say, by time. Days of which nothing is known are left out.",
  query: performanceParameters,
  output: {
    description: "An array of performances, empty when none is known.",
    schema: z.array(performance),
    example: [{ date: "2026-11-28", time: "14:30", starts_at: "2026-11-28T14:30:00+00:00", access: ["captioned"] }],
  },
  read: performancesOf,
});

/** @throws AppError 400 for days that are too many, or end before they begin. */
function performancesOf(read: CatalogueReader, production: Row, query: z.infer<typeof performanceParameters>) {
  const { from = read.today } = query;
  // A date has four digits for its year.
  const { to = dayAfter(from, Math.min(usualDays - 1, daysBetween(from, "9999-12-31"))) } = query;
  if (to < from) throw validationError([{ path: "to", message: `must not be before ${from}` }]);
  if (daysBetween(from, to) >= maxDays)
    throw validationError([{ path: "to", message: `must be at most ${maxDays} days from ${from}` }]);
  const found = performancesBetween(from, to, timetableOf(production), runDaysOf(production));
  return found.map(({ access, ...day }) => ({ ...day, starts_at: startOf(day), access }));
}

interface ListOfRecord<Query extends z.ZodObject> {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly output: OutputDeclaration;
  /** Default: it takes no parameters. */
  readonly query?: Query;
  /** The id of a record whose list is not empty. Default: any record. */
  readonly exampleId?: ExampleSource;
  read(read: CatalogueReader, record: Row, query: z.output<Query>): readonly object[];
}

/** `GET /{resource}/{id}/{name}`: a list that belongs to a record. */
function listOfRecord<Query extends z.ZodObject = typeof noParameters>(
  resource: Resource,
  name: string,
  { read, exampleId = exampleOf(resource, ({ id }) => id), query, ...declared }: ListOfRecord<Query>,
): Route {
  const operation = defineOperation({
    ...declared,
    tag: tagOf(resource),
    isConditional: true,
    input: {
      params: idParam(resource.singular.toLowerCase(), exampleId),
      // Without a schema, `Query` is that of no parameters.
      query: (query ?? noParameters) as Query,
    },
    failures: [notFound(resource)],
    prepare: (context) => requireRecord(context, resource),
    handle: (context) => {
      const { id } = context.params;
      const key = `${name} ${resource.path} ${JSON.stringify([id, context.query])}`;
      const listed = context.infrastructure.derived.compute(context, key, (catalogue) => {
        const record = catalogue.row(resource.path, id);
        return Representation.json(record ? read(catalogue, record, context.query) : []);
      });
      return whenDone(listed, (body) => ({ body, isConditional: true }));
    },
  });
  return meteredRoute(`/${resource.path}/{id}/${name}`, { GET: withSuccessor(resource, operation) });
}
