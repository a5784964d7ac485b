import "server-only";
import type { Resource } from "../resource/resource.ts";
import type { Listing } from "../snapshots/shelf.ts";
import { exampleOf } from "./example-of.ts";
import { notFound } from "../http/failures.ts";
import { conditionalRead } from "./operation.ts";
import { pascalCase } from "../http/declaration.ts";
import { filterParameters, idParameter } from "./resource-parameters.ts";
import { schemaReference } from "./schemas.ts";

export function listOperation(resource: Resource, sample: Listing | null) {
  const { plural, entry, filters } = resource;
  const nouns = plural.toLowerCase();
  return conditionalRead({
    operationId: `list${pascalCase(plural)}`,
    tag: plural,
    summary: `List ${nouns}`,
    description: filters.length === 0 ? `All ${nouns}.` : `All ${nouns}, or those that match every filter given.`,
    parameters: filterParameters(resource, sample),
    success: {
      description: `The ${nouns}; an empty array when there are none.`,
      schema: { type: "array", items: schemaReference(entry) },
      ...exampleOf(sample, ({ entry: json }) => [JSON.parse(json) as unknown]),
    },
  });
}

export function recordOperation(resource: Resource, sample: Listing | null) {
  const { singular, plural, record } = resource;
  const noun = singular.toLowerCase();
  return conditionalRead({
    operationId: `get${pascalCase(singular)}`,
    tag: plural,
    summary: `Get one ${noun}`,
    parameters: [idParameter(resource, sample)],
    success: {
      description: `The ${noun}.`,
      schema: schemaReference(record),
      ...exampleOf(sample, ({ record: json }) => JSON.parse(json)),
    },
    failures: [notFound(resource)],
  });
}
