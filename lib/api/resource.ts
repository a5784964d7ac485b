import "server-only";
import type { z } from "zod";
import type { Listing } from "../catalogue/shelf.ts";
import type { PrismaClient } from "../db/generated/client.ts";
import { AppError } from "../errors.ts";
import type { Comparison } from "../order.ts";
import type { Route } from "./route.ts";
import { queryValues } from "./target.ts";

/** One of the nouns of the API, as routes, documentation and tests see it. */
export interface Resource {
  /** Its path under `/api`, without the slash. */
  readonly path: string;
  readonly singular: string;
  readonly plural: string;
  /** A record as its single read shows it. */
  readonly record: z.ZodObject;
  /** A record as it stands in the list. */
  readonly entry: z.ZodObject;
  /** Fields that the list can be narrowed by, by equality. */
  readonly filters: readonly string[];
  /** All records, in the list's order. */
  load(prisma: PrismaClient): Promise<Listing[]>;
}

interface Definition<Row, RecordSchema extends z.ZodObject, EntrySchema extends z.ZodObject> {
  path: string;
  singular: string;
  plural: string;
  record: RecordSchema;
  entry: EntrySchema;
  filters: readonly (keyof z.infer<RecordSchema> & string)[];
  list(prisma: PrismaClient): Promise<Row[]>;
  order: Comparison<NoInfer<Row>>;
  toRecord(row: NoInfer<Row>): NoInfer<z.infer<RecordSchema>>;
  toEntry(row: NoInfer<Row>): NoInfer<z.infer<EntrySchema>>;
}

/** Ties a noun's name, schemas, query and serializers together; everything else follows from that. */
export function defineResource<Row, RecordSchema extends z.ZodObject, EntrySchema extends z.ZodObject>(
  definition: Definition<Row, RecordSchema, EntrySchema>,
): Resource {
  const { path, singular, plural, record, entry, filters, list, order, toRecord, toEntry } = definition;
  return {
    path,
    singular,
    plural,
    record,
    entry,
    filters,
    load: async (prisma) => {
      const rows = await list(prisma);
      return rows.sort(order).map((row) => listing(toRecord(row), toEntry(row), filters));
    },
  };
}

/** `GET` and `HEAD` of the whole list, or of the part that the filters name. */
export function listRoute(resource: Resource): Route {
  return {
    path: `/${resource.path}`,
    isMetered: true,
    operations: {
      GET: {
        isConditional: true,
        answer: async ({ call, infrastructure, versions }) => {
          const filters = queryValues(call.target.search, resource.filters);
          const shelf = await infrastructure.catalogue.shelf(resource, versions?.data ?? null);
          return { body: shelf.list(filters), isConditional: true };
        },
      },
    },
  };
}

/** `GET` and `HEAD` of one record. */
export function recordRoute(resource: Resource): Route {
  return {
    path: `/${resource.path}/{id}`,
    isMetered: true,
    operations: {
      GET: {
        isConditional: true,
        answer: async ({ params, infrastructure, versions }) => {
          const shelf = await infrastructure.catalogue.shelf(resource, versions?.data ?? null);
          const body = shelf.record(params["id"] ?? "");
          if (!body) throw new AppError("not_found", { error: `${resource.singular} not found` });
          return { body, isConditional: true };
        },
      },
    },
  };
}

function listing(record: object, entry: object, filters: readonly string[]): Listing {
  const values: Record<string, unknown> = { ...record };
  return {
    id: String(values["id"]),
    record: JSON.stringify(record),
    entry: JSON.stringify(entry),
    filterValues: Object.fromEntries(
      filters.map((name) => [name, typeof values[name] === "string" ? values[name] : null]),
    ),
  };
}
