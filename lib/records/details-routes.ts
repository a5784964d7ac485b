import "server-only";
import { z } from "zod";
import type { FlatRecord } from "../core/json.browser.ts";
import type { CatalogueReader } from "../catalogue/reader.ts";
import type { Row } from "../catalogue/row.ts";
import { dayInLondon } from "../core/dates.ts";
import { validationError, type FieldIssue, type Validated } from "../http/body.ts";
import { pascalCase } from "../http/declaration.ts";
import { defineOperation } from "../http/define-operation.ts";
import { notFound } from "../http/failures.ts";
import { meteredRoute, type HandlerResult, type Operation, type RequestContext, type Route } from "../http/route.ts";
import { Representation } from "../catalogue/representation.ts";
import { findDetailIssues, getCurrentPart, pickDetailFields, pickSources, representPart } from "./detail-operations.ts";
import { exampleOf, recordParam, tagOf } from "./examples.ts";
import { preconditionFailed } from "./failures.ts";
import { updateRow } from "./record-operations.ts";
import { notFoundError, type Resource } from "./resource.ts";
import { emptyValue } from "./rows.ts";
import { withSuccessor } from "./successor.ts";
import type { UnitOfWork } from "./unit-of-work.ts";
import { commit, runWrite, workOutside } from "./writes.ts";

/** A document beside a record, with an address and an entity tag of its own. */
interface Part {
  readonly name: "details" | "sources";
  /** In a sentence: `the details of a show`. */
  readonly summary: string;
  readonly document: z.ZodObject;
  readonly change: z.ZodObject;
  readonly description: string;
  /** The document of a row. */
  documentOf(row: Row, read: CatalogueReader): object;
  check(work: UnitOfWork, inspected: Validated<Record<string, unknown>>, before: FlatRecord): Promise<FieldIssue[]>;
  /** The columns that a body sets. @param now milliseconds since 1970. */
  columns(body: Record<string, unknown>, now: number): Record<string, unknown>;
  readonly example: Record<string, unknown>;
  readonly bodyExample: object;
}

/** The routes of what is known about a resource's records beyond their own fields; none for a resource without details. */
export function detailRoutes(resource: Resource): Route[] {
  if (!resource.details) return [];
  return [detailsRoute(resource), sourcesRoute(resource)];
}

/** `/shows/{id}/details` */
export function detailsRoute(resource: Resource): Route {
  const { details } = resource;
  if (!details) throw new Error(`${resource.path} have no details.`);
  const shape: Record<string, z.ZodType> = details.document.shape;
  const example: Record<string, unknown> = Object.fromEntries(
    Object.entries(shape).map(([name, schema]) => [name, emptyValue(schema)]),
  );
  const { id: _id, verified_at: _verified, ...bodyExample } = example;
  return partRoute(resource, {
    name: "details",
    summary: "the details",
    document: details.document,
    change: details.change,
    description: "Changes the fields in the body. You can send back a whole document as you read it.",
    documentOf: (row, read) => details.present(row.details, read.today),
    check: (work, inspected, before) => findDetailIssues(work, resource, inspected, before),
    columns: (body) => pickDetailFields(resource, body),
    example,
    bodyExample,
  });
}

/** `/shows/{id}/sources` */
export function sourcesRoute(resource: Resource): Route {
  const { details } = resource;
  if (!details) throw new Error(`${resource.path} have no sources.`);
  const sources = [
    {
      field: Object.keys(resource.record.shape)[1] ?? null,
      name: "Press release",
      url: "https://example.com/news",
      kind: "press",
      read_on: "2026-10-01",
      note: null,
    },
  ];
  return partRoute(resource, {
    name: "sources",
    summary: "the sources",
    document: details.sources,
    change: details.sourcesChange,
    description: "Replaces the list, or keeps it when the body has none. `verified` confirms the record.",
    documentOf: ({ sources }) => sources,
    check: async () => [],
    columns: pickSources,
    example: { verified_at: "2026-10-01T09:30:00.000Z", sources },
    bodyExample: { sources, verified: true },
  });
}

function partRoute(resource: Resource, part: Part): Route {
  return meteredRoute(`/${resource.path}/{id}/${part.name}`, {
    GET: withSuccessor(resource, readOperation(resource, part)),
    PUT: withSuccessor(resource, writeOperation(resource, part)),
  });
}

function readOperation(resource: Resource, part: Part): Operation {
  const term = resource.singular.toLowerCase();
  return defineOperation({
    operationId: `get${pascalCase(resource.singular)}${pascalCase(part.name)}`,
    tag: tagOf(resource),
    summary: `Get ${part.summary} of a ${term}`,
    isConditional: true,
    input: { params: recordParam(resource), query: noParameters },
    output: outputOf(resource, part),
    failures: [notFound(resource)],
    prepare: async ({ params: { id }, infrastructure: { catalogue, derived }, versions }) => {
      await catalogue.reach(versions?.data ?? null);
      const row = catalogue.row(resource.path, id);
      if (!row) throw notFoundError(resource);
      return derived.get(
        `${part.name} ${resource.path} ${id}`,
        (read) => Representation.json(part.documentOf(read.row(resource.path, id) ?? row, read)),
        ({ identity }) => identity.length,
      );
    },
    handle: ({ prepared }) => ({ body: prepared, isConditional: true }),
  });
}

function writeOperation(resource: Resource, part: Part): Operation {
  const term = resource.singular.toLowerCase();
  const current = (
    work: UnitOfWork,
    { params, request }: Pick<RequestContext, "request"> & { params: { id: string } },
  ) => getCurrentPart(work, resource, part.name, params.id, request.header("if-match"));
  return defineOperation({
    operationId: `update${pascalCase(resource.singular)}${pascalCase(part.name)}`,
    tag: tagOf(resource),
    summary: `Change ${part.summary} of a ${term}`,
    description: part.description,
    access: "editRecords",
    input: {
      params: recordParam(resource),
      query: noParameters,
      headers: ["If-Match"],
      body: part.change,
      bodyExample: exampleOf(resource, () => part.bodyExample),
    },
    output: { ...outputOf(resource, part), headers: ["ETag"], optionalHeaders: ["Activity-Id"] },
    failures: [notFound(resource), preconditionFailed],
    prepare: async (context) => {
      const work = workOutside(context.infrastructure);
      return { work, before: await current(work, context) };
    },
    check: (inspected, { work, before }) => part.check(work, inspected, before),
    handle: async (context): Promise<HandlerResult> => {
      const { infrastructure, body } = context;
      const columns = part.columns(body, infrastructure.now());
      const { result, headers } = await runWrite(context, async (made, work) => {
        // The record may have changed since `prepare` read it.
        const before = await current(work, context);
        const issues = await part.check(work, { sent: {}, issues: [], input: body }, before);
        if (issues.length > 0) throw validationError(issues);
        const step = await updateRow(work, resource, before, columns);
        await commit(made, work, [step]);
        return step.after;
      });
      const shown = representPart(part.name, resource, result, dayInLondon(infrastructure.now()));
      return { body: shown, headers: { ...headers, ETag: shown.etag("identity") } };
    },
  });
}

/** For operations that take no parameters and refuse any. */
export const noParameters = z.strictObject({});

function outputOf(resource: Resource, { summary, document, example }: Part) {
  return {
    description: `${summary.charAt(0).toUpperCase()}${summary.slice(1)}.`,
    schema: document,
    example: exampleOf(resource, ({ id }) => ("id" in example ? { ...example, id } : example)),
  };
}
