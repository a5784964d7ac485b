import "server-only";
import { z } from "zod";
import { wholeNumber, id } from "../../core/fields.browser.ts";
import { pascalCase, type OperationTag } from "../../http/declaration.ts";
import { defineOperation } from "../../http/define-operation.ts";
import { meteredRoute, type Route, type ReadContext } from "../../http/route.ts";
import { exampleOf } from "../../records/examples.ts";
import { resourceAt } from "../../resources/resources.ts";
import { querySchema, searchText, type SearchQuery } from "./query-schema.ts";
import { runSearch, findInOrder } from "./run-search.ts";
import { namedResources, searchedResources, type SearchedResource, hasPlace } from "./searched-resources.ts";
import { castEntry, housedProduction, personCredit } from "../casts/schema.browser.ts";
import type { IncludedRelation } from "../../records/resource.ts";
import { castMemberEntry } from "../../resources/cast-members/schema.browser.ts";
import { crewMemberEntry } from "../../resources/crew-members/schema.browser.ts";
import { theatre } from "../../resources/theatres/schema.browser.ts";
import { Representation } from "../../catalogue/representation.ts";
import { derivedSearch } from "./search-reader.ts";

/** The member that each relation adds to an entry, or extends. */
const members: Readonly<Record<IncludedRelation, z.ZodRawShape>> = {
  theatre: { theatre: theatre.optional().describe("With `include=theatre`: its theatre.") },
  cast: { cast: z.array(castEntry).optional().describe("With `include=cast`: its cast, in cast order.") },
  crew: { crew: z.array(crewMemberEntry).optional().describe("With `include=crew`: its creative team, in its order.") },
  productions: {
    productions: z.array(housedProduction).optional().describe("With `include=productions`: the oldest first."),
  },
  credits: { credits: z.array(personCredit).optional().describe("With `include=credits`: the newest first.") },
  "production.theatre": {
    production: castMemberEntry.shape.production
      .extend({ theatre: theatre.optional().describe("With `include=production.theatre`.") })
      .optional(),
  },
};

/** An entry of the answer: `fields` leaves members out, `include` and `near` add some. */
function resultSchema({ path, relations }: SearchedResource): z.ZodObject {
  const { record, entry, details } = resourceAt(path);
  const shape: Record<string, z.ZodType> = { ...entry.partial().shape, id };
  if (details) {
    shape["details"] = details.document.optional().describe("With `include=details`.");
    shape["sources"] = details.sources.optional().describe("With `include=sources`.");
  }
  for (const relation of relations) Object.assign(shape, members[relation]);
  if (hasPlace(path)) shape["distance_m"] = z.int().min(0).optional().describe("With `near`: the distance in metres.");
  return z.strictObject(shape).meta({
    id: `${record.meta()?.id ?? ""}SearchResult`,
    description: "A list entry, without the members that `fields` leaves out, and with those that `include` adds.",
  });
}

/** The answer of a search in all names. */
const searchResults = z
  .strictObject({
    q: z.string().describe("What was searched for, as it was sent."),
    ...Object.fromEntries(
      namedResources.map(({ path }) => [path, z.array(resourceAt(path).record).describe("The best matches first.")]),
    ),
  })
  .meta({ id: "SearchResults", description: "The records whose names match." });

/** The response to a search in all names. @param limit the most records of each resource. */
export function searchNames(context: ReadContext, { q, limit }: { readonly q: string; readonly limit: number }) {
  return derivedSearch(context, `names ${limit} ${q}`, async (read) => {
    const matches: Record<string, unknown> = {};
    for (const resource of namedResources) {
      const { rows } = await findInOrder(read, resource, { q });
      matches[resource.path] = rows
        .slice(0, limit)
        .flatMap(({ id }) => read.noted.row(resource.path, id)?.record ?? []);
    }
    return { body: Representation.json({ q, ...matches }), headers: {} };
  });
}

const searchTag: OperationTag = {
  name: "Search",
  description: "Find records by name, and narrow, sort and page the lists.",
};

const maxMatches = 50;

const exampleOfShow = (show: (record: { name: string }) => unknown) =>
  exampleOf(resourceAt("shows"), ({ record }) => show(JSON.parse(record) as { name: string }));

const exampleResults = exampleOfShow((show) => ({
  q: show.name,
  ...Object.fromEntries(namedResources.map(({ path }) => [path, path === "shows" ? [show] : []])),
}));

/** `GET /search`: the records whose names match, of each resource that has names. */
export const searchRoute = meteredRoute("/search", {
  GET: defineOperation({
    operationId: "searchNames",
    tag: searchTag,
    summary: "Search all names",
    description:
      "Records whose name or aliases have all words of `q`, as beginnings of words, without regard to case, accents and punctuation. The whole name comes first, then names that begin with `q`, then the rest, then those with one wrong letter in a word of five or more.",
    isConditional: true,
    input: {
      query: z.strictObject({
        q: searchText.describe("The text to find."),
        limit: wholeNumber(1, maxMatches).default(5).describe("The most records of each kind."),
      }),
      queryExamples: { q: exampleOfShow(({ name }) => name) },
    },
    output: { description: "The matches.", schema: searchResults, example: exampleResults },
    handle: (context) => searchNames(context, context.query),
  }),
});

/** `GET /search/{resource}`: a list, narrowed, sorted and in pages. */
export const resourceSearchRoutes: readonly Route[] = searchedResources.map((resource) => {
  const { plural } = resourceAt(resource.path);
  const terms = plural.toLowerCase();
  return meteredRoute(`/search/${resource.path}`, {
    GET: defineOperation({
      operationId: `search${pascalCase(plural)}`,
      tag: searchTag,
      summary: `Search ${terms}`,
      description: `${plural} that match every parameter. \`person_id\` and \`theatre_id\` together find where that person played at that theatre. Without \`limit\`, everything is returned.`,
      isConditional: true,
      input: {
        query: querySchema(resource),
        queryExamples: { sort: resource.path === "productions" ? ["-opening_date"] : ["id"] },
      },
      output: {
        description: `An array of ${terms}, possibly empty.`,
        schema: z.array(resultSchema(resource)),
        example: exampleOf(resourceAt(resource.path), (sample) => [JSON.parse(sample.entry) as unknown]),
        optionalHeaders: ["Link", "X-Total-Count"],
      },
      // The schema is built from the table, and `SearchQuery` says what it parses.
      handle: (context) => runSearch(context, resource, context.query as SearchQuery),
    }),
  });
});
