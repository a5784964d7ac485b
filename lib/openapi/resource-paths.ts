import "server-only";
import type { Resource } from "../api/resource.ts";
import type { Listing } from "../catalogue/shelf.ts";
import { notFound } from "./failures.ts";
import { pascalCase } from "./pascal-case.ts";
import { conditionalRead } from "./operation.ts";
import { schemaReference } from "./schemas.ts";

/** `/shows` and `/shows/{id}`: both follow from the resource. */
export function resourcePaths(resource: Resource, sample: Listing | null) {
  return {
    [`/${resource.path}`]: { get: listOperation(resource, sample) },
    [`/${resource.path}/{id}`]: { get: recordOperation(resource, sample) },
  };
}

function listOperation({ plural, entry, filters }: Resource, sample: Listing | null) {
  const nouns = plural.toLowerCase();
  return conditionalRead({
    operationId: `list${pascalCase(plural)}`,
    tag: plural,
    summary: `List ${nouns}`,
    description: filters.length === 0 ? `All ${nouns}.` : `All ${nouns}, or those that match every filter given.`,
    parameters: filters.map((name) => filterParameter(name, nouns, sample)),
    success: {
      description: `The ${nouns}; an empty array when there are none.`,
      schema: { type: "array", items: schemaReference(entry) },
      ...exampleOf(sample, ({ entry: json }) => [JSON.parse(json) as unknown]),
    },
  });
}

function recordOperation(resource: Resource, sample: Listing | null) {
  const { singular, plural, record } = resource;
  const noun = singular.toLowerCase();
  return conditionalRead({
    operationId: `get${pascalCase(singular)}`,
    tag: plural,
    summary: `Get one ${noun}`,
    parameters: [
      {
        name: "id",
        in: "path",
        required: true,
        description: `The id of the ${noun}.`,
        schema: { type: "string" },
        ...exampleOf(sample, ({ id }) => id),
      },
    ],
    success: {
      description: `The ${noun}.`,
      schema: schemaReference(record),
      ...exampleOf(sample, ({ record: json }) => JSON.parse(json) as unknown),
    },
    failures: [notFound(resource)],
  });
}

function filterParameter(name: string, nouns: string, sample: Listing | null) {
  return {
    name,
    in: "query",
    description: `Only ${nouns} with this \`${name}\`. Given several times: with any of the values.`,
    style: "form",
    explode: true,
    schema: { type: "array", items: { type: "string" } },
    ...exampleOf(sample, ({ filterValues }) => [filterValues[name]].filter((value) => typeof value === "string")),
  };
}

/** Real ones only: a database without records has no examples. */
function exampleOf(sample: Listing | null, show: (sample: Listing) => unknown) {
  return sample ? { example: show(sample) } : {};
}
