import "server-only";
import type { z } from "zod";
import { readAllPages, type PageReader } from "../snapshots/queries.ts";
import type { SerializedRecord } from "../snapshots/resource-snapshot.ts";
import type { PrismaClient } from "../db/generated/client.ts";
import { AppError } from "../errors.ts";
import type { FlatRecord } from "../audit-log/queries.ts";
import { sortBy, type SortOrder } from "../sort.ts";
import { mapYielding } from "../yielding.ts";
import type { FieldIssue } from "../http/body.ts";
import {
  createRepository,
  type RecordReader,
  type RecordReaderByPath,
  type Repository,
  type RecordRepository,
} from "./repository.ts";
import { capitalised, type NounTerms } from "./terms.ts";
import { changeSchema, creationSchema } from "./write-schemas.ts";

/** What a noun's folder says of it. */
export interface Noun {
  /** Its path under `/api`, without the slash. */
  readonly path: string;
  readonly singular: string;
  readonly plural: string;
  /** A record as its single read shows it. */
  readonly record: z.ZodObject;
  /** A record as it stands in the list. */
  readonly entry: z.ZodObject;
  /** What makes a new record. */
  readonly creation: z.ZodObject;
  /** What changes one. */
  readonly change: z.ZodObject;
  /** Fields that the list can be narrowed by, by equality. */
  readonly filters: readonly string[];
  /** Where its records are kept. */
  readonly repository: Repository;
  /** All records, in the list's order. */
  load(prisma: PrismaClient): Promise<SerializedRecord[]>;
  /** The fields that `check` is about, where it finds no fault but with them; absent: it needs all to be right one by one. */
  readonly checkedFields?: readonly string[];
  /** What is wrong with a record whose fields are right one by one. `before` is what it was, null for a new one. */
  check(records: RecordReaderByPath, record: FlatRecord, before: FlatRecord | null): Promise<FieldIssue[]>;
}

/** A noun among the others, as routes, documentation and tests see it. */
export interface Resource extends Omit<Noun, "check"> {
  /** For each field that names another record: where those are. */
  readonly references: Readonly<Record<string, Repository>>;
  /** Whatever refers to its records. */
  readonly dependants: readonly Dependant[];
  check(records: RecordReader, record: FlatRecord, before: FlatRecord | null): Promise<FieldIssue[]>;
}

/** Records of another resource that refer to one of this. */
export interface Dependant {
  readonly repository: Repository;
  /** The field by which they do. */
  readonly field: string;
  /** Set where `?cascade=true` may delete them too. */
  readonly cascade?: Resource;
}

/** A record, and what stands in a list behind its own fields. */
interface ListRow<Record, Entry> {
  record: Record;
  embedded: Omit<Entry, keyof Record>;
}

interface Definition<
  RecordSchema extends z.ZodObject,
  EntrySchema extends z.ZodObject,
  Listed = ListRow<z.infer<RecordSchema>, z.infer<EntrySchema>>,
> {
  path: string;
  terms: NounTerms;
  record: RecordSchema;
  entry: EntrySchema;
  filters: readonly (keyof z.infer<RecordSchema> & string)[];
  /** All of one moment, in any order. @param page reads the noun's own records. */
  list(prisma: PrismaClient, page: PageReader<z.infer<RecordSchema>>): Promise<Listed[]>;
  order: SortOrder<Listed>;
  checkedFields?: readonly (keyof z.infer<RecordSchema> & string)[];
  check?(
    records: RecordReaderByPath,
    record: NoInfer<z.infer<RecordSchema>>,
    before: NoInfer<z.infer<RecordSchema>> | null,
  ): FieldIssue[] | Promise<FieldIssue[]>;
}

/** Ties a noun's name, schemas, queries and serializers together; everything else follows from that. */
export function defineResource<RecordSchema extends z.ZodObject, EntrySchema extends z.ZodObject>(
  definition: Definition<RecordSchema, EntrySchema>,
): Noun & { readonly repository: RecordRepository<z.infer<RecordSchema>> } {
  const { list, order, check, terms, ...rest } = definition;
  const table = createRepository(rest.path, rest.record);
  // Whoever holds a record as the journal or a request has it gets it typed here: its fields were read by the schema.
  const typed = (record: FlatRecord) => record as unknown as z.infer<RecordSchema>;
  return {
    ...rest,
    singular: capitalised(terms.singular),
    plural: capitalised(terms.plural),
    repository: table,
    creation: creationSchema(rest),
    change: changeSchema(rest),
    load: async (prisma) => {
      const rows = await sortBy(await list(prisma, table.page), order);
      return mapYielding(rows, ({ record, embedded }) => serializeRecord(record, embedded, rest.filters));
    },
    check: async (records, record, before) => (await check?.(records, typed(record), before && typed(before))) ?? [],
  };
}

/** A list of the records, with nothing behind their own fields. */
export async function listWithoutEmbeds<Record extends { id: string }>(prisma: PrismaClient, page: PageReader<Record>) {
  return (await readAllPages(prisma, page)).map((record) => ({ record, embedded: nothing }));
}

const nothing = {};

export function notFoundError({ singular }: Pick<Noun, "singular">): AppError {
  return new AppError("not_found", { error: `${singular} not found` });
}

function serializeRecord(record: { id?: unknown }, embedded: object, filters: readonly string[]): SerializedRecord {
  const json = JSON.stringify(record);
  const filterValues: SerializedRecord["filterValues"] = {};
  for (const [name, value] of Object.entries(record))
    if (filters.includes(name)) filterValues[name] = typeof value === "string" ? value : null;
  return {
    id: String(record.id),
    record: json,
    // The record's text goes on in the entry's, so that it is made once.
    entry: embedded === nothing ? json : `${json.slice(0, -1)},${JSON.stringify(embedded).slice(1)}`,
    filterValues,
  };
}
