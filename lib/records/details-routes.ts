import "server-only";
import type { z } from "zod";
import type { FlatRecord } from "../core/json.browser.ts";
import type { CatalogueReader } from "../catalogue/reader.ts";
import { Representation } from "../catalogue/representation.ts";
import type { Row } from "../catalogue/row.ts";
import { validationError, type FieldIssue, type Validated } from "../http/body.ts";
import { pascalCase } from "../http/declaration.ts";
import { notFound } from "../http/failures.ts";
import { meteredRoute, type Route } from "../http/route.ts";
import type { ResourceDetails } from "./details.ts";
import { findDetailIssues, pickDetailFields, pickSources } from "./detail-operations.ts";
import { exampleOf } from "./examples.ts";
import { preconditionFailed } from "./failures.ts";
import { updateRow } from "./record-operations.ts";
import type { Resource } from "./resource.ts";
import { noParameters, readOperation } from "./resource-routes.ts";
import { emptyRow } from "./rows.ts";
import { withSuccessor } from "./successor.ts";
import type { UnitOfWork } from "./unit-of-work.ts";
import { putOperation } from "./writes.ts";

/** A document beside a record, with an address and an entity tag of its own. */
interface Part {
  readonly name: "details" | "sources";
  readonly document: z.ZodObject;
  readonly change: z.ZodObject;
  readonly description: string;
  documentOf(row: Row, read: CatalogueReader): object;
  check?(work: UnitOfWork, inspected: Validated<Record<string, unknown>>, before: FlatRecord): Promise<FieldIssue[]>;
  /** The columns that a body sets. @param now milliseconds since 1970. */
  columns(body: Record<string, unknown>, now: number): Record<string, unknown>;
  readonly example: Record<string, unknown>;
  readonly bodyExample: object;
}

/** `/shows/{id}/details` and `/shows/{id}/sources`; none for a resource without details. */
export function detailRoutes(resource: Resource): Route[] {
  const { details } = resource;
  return details ? [detailsRoute(resource, details), sourcesRoute(resource, details)] : [];
}

function detailsRoute(resource: Resource, details: ResourceDetails): Route {
  const example = emptyRow({ record: details.document, details: null });
  const { id: _id, verified_at: _verified, ...bodyExample } = example;
  return partRoute(resource, {
    name: "details",
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

function sourcesRoute(resource: Resource, details: ResourceDetails): Route {
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
    document: details.sources,
    change: details.sourcesChange,
    description: "Replaces the list, or keeps it when the body has none. `verified` confirms the record.",
    documentOf: ({ sources }) => sources,
    columns: pickSources,
    example: { verified_at: "2026-10-01T09:30:00.000Z", sources },
    bodyExample: { sources, verified: true },
  });
}

function partRoute(resource: Resource, part: Part): Route {
  const { name, document, example, check = async () => [] } = part;
  const term = resource.singular.toLowerCase();
  const title = `${pascalCase(resource.singular)}${pascalCase(name)}`;
  const output = {
    description: `The ${name}.`,
    schema: document,
    example: exampleOf(resource, ({ id }) => ("id" in example ? { ...example, id } : example)),
  };
  const read = readOperation(resource, {
    part: name,
    operationId: `get${title}`,
    summary: `Get the ${name} of a ${term}`,
    output,
    takesAnything: false,
    represent: (row, reader) => Representation.json(part.documentOf(row, reader)),
  });
  const write = putOperation(resource, {
    part: name,
    operationId: `update${title}`,
    summary: `Change the ${name} of a ${term}`,
    description: part.description,
    input: { query: noParameters, body: part.change, bodyExample: exampleOf(resource, () => part.bodyExample) },
    output: { ...output, headers: ["ETag"], optionalHeaders: ["Activity-Id"] },
    failures: [notFound(resource), preconditionFailed],
    check,
    write: async (work, before, body, now) => {
      const issues = await check(work, { sent: {}, issues: [], input: body }, before);
      if (issues.length > 0) throw validationError(issues);
      return updateRow(work, resource, before, part.columns(body, now));
    },
  });
  return meteredRoute(`/${resource.path}/{id}/${name}`, {
    GET: withSuccessor(resource, read),
    PUT: withSuccessor(resource, write),
  });
}
