import "server-only";
import { z } from "zod";
import { wholeNumber } from "../../core/fields.browser.ts";
import { pascalCase, type ExampleSource, type OperationTag, type RecordSample } from "../../http/declaration.ts";
import { defineOperation } from "../../http/define-operation.ts";
import type { Route } from "../../http/route.ts";
import { exampleOf, exampleRecord } from "../../records/examples.ts";
import { resourceAt } from "../../resources/resources.ts";
import { querySchema, type SearchQuery } from "./query-schema.ts";
import { runSearch } from "./run-search.ts";
import { searchNames } from "./search-names.ts";
import { searchText } from "./query-values.ts";
import { namedResources, searchedResources, type SearchedResource } from "./searched-resources.ts";
import { resultSchema, searchResults } from "./results.ts";

const searchTag: OperationTag = {
  name: "Search",
  description: "Find records by name, and narrow, sort and page the lists.",
};

const maxMatches = 50;

function exampleName(samples: readonly RecordSample[]): unknown {
  const show = samples.find(({ path }) => path === "shows");
  return show && (JSON.parse(show.record) as { name: string }).name;
}

const exampleResults: ExampleSource = (samples) => {
  const q = exampleName(samples);
  if (q === undefined) return undefined;
  const found = namedResources.map(({ path }) => {
    const show: ExampleSource = exampleRecord(resourceAt(path));
    return [path, path === "shows" && typeof show === "function" ? [show(samples)] : []];
  });
  return { q, ...Object.fromEntries(found) };
};

/** `GET /search`: the records whose names match, of each resource that has names. */
export const searchRoute: Route = {
  path: "/search",
  isMetered: true,
  operations: {
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
        queryExamples: { q: exampleName },
      },
      output: { description: "The matches.", schema: searchResults, example: exampleResults },
      handle: async (context) => ({ ...(await searchNames(context, context.query)), isConditional: true }),
    }),
  },
};

const joinRule = "`person_id` and `theatre_id` together find where that person played at that theatre.";

/** `GET /search/{resource}`: a list, narrowed, sorted and in pages. */
export const resourceSearchRoutes: readonly Route[] = searchedResources.map(routeOf);

function routeOf(resource: SearchedResource): Route {
  const { plural } = resourceAt(resource.path);
  const terms = plural.toLowerCase();
  return {
    path: `/search/${resource.path}`,
    isMetered: true,
    operations: {
      GET: defineOperation({
        operationId: `search${pascalCase(plural)}`,
        tag: searchTag,
        summary: `Search ${terms}`,
        description: `${plural} that match every parameter. ${joinRule} Without \`limit\`, everything is returned.`,
        isConditional: true,
        input: { query: querySchema(resource), queryExamples: { sort: exampleSort(resource) } },
        output: {
          description: `An array of ${terms}, possibly empty.`,
          schema: z.array(resultSchema(resource)),
          example: exampleOf(resourceAt(resource.path), (sample) => [JSON.parse(sample.entry) as unknown]),
          optionalHeaders: ["Link", "X-Total-Count"],
        },
        // The schema is built from the table, and `SearchQuery` says what it parses.
        handle: async (context) => ({
          ...(await runSearch(context, resource, context.query as SearchQuery)),
          isConditional: true,
        }),
      }),
    },
  };
}

function exampleSort({ path }: SearchedResource): ExampleSource {
  return () => (path === "productions" ? ["-opening_date"] : ["id"]);
}
