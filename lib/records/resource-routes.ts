import "server-only";
import { z } from "zod";
import { ListBody } from "../catalogue/list.ts";
import { whenDone, type Soon } from "../core/promises.ts";
import { valuesOf } from "../catalogue/definition.ts";
import type { CatalogueReader } from "../catalogue/reader.ts";
import { entryText, recordText, type Row } from "../catalogue/row.ts";
import type { FlatRecord } from "../core/json.browser.ts";
import type { Env } from "../settings/env.ts";
import { pascalCase, type Declaration, type InputDeclaration } from "../http/declaration.ts";
import { defineOperation } from "../http/define-operation.ts";
import { badRequest, invalidInput, notFound } from "../http/failures.ts";
import { meteredRoute, type Operation, type Route } from "../http/route.ts";
import type { Infrastructure } from "../infrastructure.ts";
import { Representation, type BodyContent } from "../catalogue/representation.ts";
import { exampleOf, exampleRecord, recordParam, tagOf } from "./examples.ts";
import type { RowPart } from "./record-operations.ts";
import { requireRecord, type Resource } from "./resource.ts";
import { withSuccessor } from "./successor.ts";
import { createOperation, deleteOperation, updateOperation } from "./writes.ts";

/** `/shows`: reads the list, filtered or complete, and creates records. */
export function listRoute(resource: Resource): Route {
  return meteredRoute(`/${resource.path}`, { GET: listOperation(resource), POST: createOperation(resource) });
}

/** `/shows/{id}`: reads, changes and deletes one record. */
export function recordRoute(resource: Resource): Route {
  return meteredRoute(`/${resource.path}/{id}`, {
    GET: withSuccessor(resource, recordOperation(resource)),
    PUT: withSuccessor(resource, updateOperation(resource)),
    DELETE: withSuccessor(resource, deleteOperation(resource)),
  });
}

function listOperation(resource: Resource): Operation {
  const { plural, entry, filters } = resource;
  const terms = plural.toLowerCase();
  return defineOperation({
    operationId: `list${pascalCase(plural)}`,
    tag: tagOf(resource),
    summary: `List ${terms}`,
    description: filters.length === 0 ? `All ${terms}.` : `All ${terms}, or those that match every given filter.`,
    isConditional: true,
    input: filterInput(resource),
    output: {
      description: `An array of ${terms}, possibly empty.`,
      schema: z.array(entry),
      example: exampleOf(resource, (sample) => [JSON.parse(sample.entry) as unknown]),
      headers: ["Link"],
      optionalHeaders: ["X-Ignored-Parameters"],
    },
    // Any filter value of the first six is valid: one that matches nothing gives an empty list.
    failures: [resource.isLenient ? badRequest : invalidInput],
    handle: ({ query, infrastructure, versions }) => {
      const body = whenDone(infrastructure.catalogue.reach(versions?.data ?? null), () =>
        listBody(resource, query, infrastructure),
      );
      const headers = licenseHeaders(infrastructure.settings);
      return whenDone(body, (body) => ({ body, isConditional: true, headers }));
    },
  });
}

type Filters = Readonly<Record<string, string | readonly string[]>>;

function listBody(
  resource: Resource,
  filters: Filters,
  { derived }: Pick<Infrastructure, "derived">,
): Soon<BodyContent> {
  const { path } = resource;
  const key = JSON.stringify(filters);
  // The body of a whole list is kept with the list.
  if (key === "{}") return derived.long(`list ${path}`, async (read) => ListBody.of(read.list(path)));
  return derived.get(
    `list ${path} ${key}`,
    (read) => new Representation(`[${filteredRows(resource, filters, read).map(entryText).join(",")}]`),
  );
}

/** The rows that have one of the values of every filter, in the order of the list. */
function filteredRows(resource: Resource, filters: Filters, read: CatalogueReader): readonly Row[] {
  const [[first, values] = ["", new Set<string>()], ...others] = Object.entries(filters).map(
    ([name, accepted]) => [name, new Set([accepted].flat())] as const,
  );
  const buckets = [...values].map((value) => read.where(resource.path, first, value));
  const rows = buckets.length === 1 ? (buckets[0] ?? []) : read.sorted(resource.path, buckets.flat());
  return rows.filter((row) =>
    others.every(([name, accepted]) => valuesOf(resource, row, name).some((value) => accepted.has(value))),
  );
}

let license = { url: "", headers: {} };

/** The link from a list to its licence (RFC 4946; contract §25), created once because every list has it. */
function licenseHeaders({ DATA_LICENSE_URL: url }: Pick<Env, "DATA_LICENSE_URL">): Record<string, string> {
  if (license.url !== url) license = { url, headers: { Link: `<${url}>; rel="license"` } };
  return license.headers;
}

function recordOperation(resource: Resource): Operation {
  const { singular, record } = resource;
  const term = singular.toLowerCase();
  return readOperation(resource, {
    part: "record",
    operationId: `get${pascalCase(singular)}`,
    summary: `Get one ${term}`,
    output: { description: `The ${term}.`, schema: record, example: exampleRecord(resource) },
    takesAnything: resource.isLenient === true,
    represent: (row) => new Representation(recordText(row)),
  });
}

/** The read of a part of a record: what differs between the parts. */
interface PartRead extends Pick<Declaration, "operationId" | "summary" | "output"> {
  readonly part: RowPart;
  /** Whether it ignores parameters. */
  readonly takesAnything: boolean;
  represent(row: Row, read: CatalogueReader): Representation;
}

/** Reads a part of a record, which is kept until the record changes. */
export function readOperation(
  resource: Resource,
  { part, takesAnything, represent, ...declared }: PartRead,
): Operation {
  const { path } = resource;
  return defineOperation({
    ...declared,
    tag: tagOf(resource),
    isConditional: true,
    input: { params: recordParam(resource), ...(!takesAnything && { query: noParameters }) },
    failures: [notFound(resource)],
    // An unknown id is 404, also with unknown parameters.
    prepare: (context) => requireRecord(context, resource),
    handle: ({ params: { id }, prepared: row, infrastructure: { derived } }) => {
      const body = derived.get(`${part} ${path} ${id}`, (read) => represent(read.row(path, id) ?? row, read));
      return { body, isConditional: true };
    },
  });
}

/** For operations that take no parameters and refuse any. */
export const noParameters = z.strictObject({});

/** `?theatre_id=palace&theatre_id=lyric` */
function filterInput(resource: Resource) {
  const terms = resource.plural.toLowerCase();
  const filterOf = (name: string) => {
    const meaning = `Only ${terms} with this \`${name}\`.`;
    if (resource.isLenient)
      return z.array(z.string()).optional().describe(`${meaning} Repeat it to match any of several values.`);
    const field: unknown = (resource.record.shape as Record<string, z.ZodType>)[name];
    return (field instanceof z.ZodEnum ? field : z.string()).optional().describe(meaning);
  };
  const exampleFor = (name: string) =>
    exampleOf(resource, ({ record }) => {
      const values = [(JSON.parse(record) as FlatRecord)[name]].filter((value) => typeof value === "string");
      return resource.isLenient ? values : values[0];
    });
  const shape = Object.fromEntries(resource.filters.map((name) => [name, filterOf(name)]));
  return {
    // Zod leaves absent filters out, so no value is undefined.
    query: (resource.isLenient ? z.object(shape) : z.strictObject(shape)) as unknown as z.ZodObject<
      Record<string, z.ZodType<string | string[]>>
    >,
    queryExamples: Object.fromEntries(resource.filters.map((name) => [name, exampleFor(name)])),
  } satisfies InputDeclaration;
}
