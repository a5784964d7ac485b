import "server-only";
import type { z } from "zod";
import type { Prisma } from "../db/generated/client.ts";
import type { CatalogueDefinition } from "../catalogue/definition.ts";
import { isStorable, selectRows } from "../db/rows.ts";
import type { FlatRecord } from "../core/json.browser.ts";
import { referencesIn } from "../core/fields.browser.ts";

/** Where the records of the resource at `path` are stored, each in a row with its details and its sources. */
export type Repository = CatalogueDefinition["repository"] & { readonly path: string };

/** What the validation rules can read: the records of all resources, by their paths. */
export interface RecordReader {
  /** The day in London. */
  readonly today: string;
  find(path: string, id: string): Promise<FlatRecord | null>;
  /** Those whose `field` names the record. */
  referring(path: string, field: string, id: string): Promise<FlatRecord[]>;
}

/**
 * The repository of the resource at `path`; its table is named after the path: `cast_members` for `cast-members`.
 *
 * @param record its fields are the table's columns, together with those of `details`.
 */
export function createRepository(path: string, record: z.ZodObject, details?: z.ZodObject): Repository {
  const ofDetails = details ? [...Object.keys(details.shape), "sources"] : [];
  return {
    path,
    name: path.replaceAll("-", "_"),
    columns: [...new Set([...Object.keys(record.shape), ...ofDetails])],
    references: new Map([...referencesIn(record), ...(details ? referencesIn(details) : [])]),
  };
}

/** The rows whose `field` is one of these ids, or a list of which an entry names one. */
export async function findRows(
  transaction: Prisma.TransactionClient,
  repository: CatalogueDefinition["repository"],
  field: string,
  ids: readonly string[],
): Promise<FlatRecord[]> {
  const possible = ids.filter(isStorable);
  if (possible.length === 0) return [];
  const key = { column: field, member: repository.references.get(field)?.member };
  return (await selectRows<FlatRecord>(transaction, repository, key, possible)).map(withUtcTime);
}

/** Most rows have the time of the row before, which is then kept once. */
let lastVerified = { stored: "", utc: "" };

/** PostgreSQL writes a time in the time zone of the connection. */
export function withUtcTime(row: FlatRecord): FlatRecord {
  const { verified_at: at } = row;
  if (typeof at !== "string") return row;
  if (lastVerified.stored !== at) lastVerified = { stored: at, utc: new Date(at).toISOString() };
  return { ...row, verified_at: lastVerified.utc };
}
