import "server-only";
import { z } from "zod";
import { idParam, pascalCase, type InputDeclaration } from "../http/declaration.ts";
import { defineOperation } from "../http/define-operation.ts";
import { badRequest, notFound } from "../http/failures.ts";
import type { Operation, Route } from "../http/route.ts";
import { exampleOf, exampleRecord, tagOf } from "./examples.ts";
import { notFoundError, type Resource } from "./resource.ts";
import { withSuccessor } from "./successor.ts";
import { createOperation, deleteOperation, updateOperation } from "./writes.ts";

/** `/shows`: reads the list, filtered or complete, and creates records. */
export function listRoute(resource: Resource): Route {
  return {
    path: `/${resource.path}`,
    isMetered: true,
    operations: { GET: listOperation(resource), POST: createOperation(resource) },
  };
}

/** `/shows/{id}`: reads, changes and deletes one record. */
export function recordRoute(resource: Resource): Route {
  return {
    path: `/${resource.path}/{id}`,
    isMetered: true,
    operations: {
      GET: withSuccessor(resource, recordOperation(resource)),
      PUT: withSuccessor(resource, updateOperation(resource)),
      DELETE: withSuccessor(resource, deleteOperation(resource)),
    },
  };
}

function listOperation(resource: Resource): Operation {
  const { plural, entry, filters } = resource;
  const nouns = plural.toLowerCase();
  return defineOperation({
    operationId: `list${pascalCase(plural)}`,
    tag: tagOf(resource),
    summary: `List ${nouns}`,
    description: filters.length === 0 ? `All ${nouns}.` : `All ${nouns}, or those that match every given filter.`,
    isConditional: true,
    input: filterInput(resource),
    output: {
      description: `The ${nouns}; an empty array when there are none.`,
      schema: z.array(entry),
      example: exampleOf(resource, (sample) => [JSON.parse(sample.entry) as unknown]),
    },
    // Any filter value is valid: one that matches nothing gives an empty list.
    failures: [badRequest],
    handle: async ({ query, infrastructure, versions }) => {
      const snapshot = await infrastructure.snapshots.snapshot(resource, versions?.data ?? null);
      return { body: snapshot.list(query), isConditional: true };
    },
  });
}

function recordOperation(resource: Resource): Operation {
  const { singular, record } = resource;
  const noun = singular.toLowerCase();
  return defineOperation({
    operationId: `get${pascalCase(singular)}`,
    tag: tagOf(resource),
    summary: `Get one ${noun}`,
    isConditional: true,
    input: {
      params: idParam(
        noun,
        exampleOf(resource, ({ id }) => id),
      ),
    },
    output: { description: `The ${noun}.`, schema: record, example: exampleRecord(resource) },
    failures: [notFound(resource)],
    handle: async ({ params, infrastructure, versions }) => {
      const snapshot = await infrastructure.snapshots.snapshot(resource, versions?.data ?? null);
      const body = snapshot.record(params.id);
      if (!body) throw notFoundError(resource);
      return { body, isConditional: true };
    },
  });
}

/** `?theatre_id=palace&theatre_id=lyric` */
function filterInput(resource: Resource) {
  const nouns = resource.plural.toLowerCase();
  const filterOf = (name: string) =>
    z
      .array(z.string())
      .optional()
      .describe(`Only ${nouns} with this \`${name}\`. Repeat it to match any of several values.`);
  const exampleFor = (name: string) =>
    exampleOf(resource, ({ filterValues }) => [filterValues[name]].filter((value) => typeof value === "string"));
  const shape = Object.fromEntries(resource.filters.map((name) => [name, filterOf(name)]));
  return {
    // Zod leaves absent filters out, so no value is undefined.
    query: z.object(shape) as unknown as z.ZodObject<Record<string, z.ZodArray<z.ZodString>>>,
    queryExamples: Object.fromEntries(resource.filters.map((name) => [name, exampleFor(name)])),
  } satisfies InputDeclaration;
}
