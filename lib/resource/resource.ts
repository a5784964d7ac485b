import "server-only";
import type { z } from "zod";
import { readAllPages, type PageReader } from "../snapshots/queries.ts";
import type { SerializedRecord } from "../snapshots/resource-snapshot.ts";
import type { PrismaClient } from "../db/generated/client.ts";
import { AppError } from "../errors.ts";
import { referencesIn } from "../fields.ts";
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
import { createDetails, type DetailsDefinition, type NounDetails } from "./details.ts";
import { capitalised, type NounTerms } from "./terms.ts";
import { changeSchema, creationSchema } from "./write-schemas.ts";

/** A noun as its folder defines it. */
export interface Noun {
  /** The path under `/api`, without the slash. */
  readonly path: string;
  readonly singular: string;
  readonly plural: string;
  /** The schema of a single record. */
  readonly record: z.ZodObject;
  /** The schema of a list entry. */
  readonly entry: z.ZodObject;
  /** The schema of a POST body. */
  readonly creation: z.ZodObject;
  /** The schema of a PUT body. */
  readonly change: z.ZodObject;
  /** What else is known about a record; null: nothing. */
  readonly details: NounDetails | null;
  /** Whether duplicates can be merged. */
  readonly isMergeable?: boolean;
  /** The fields whose values no two records have in common. */
  readonly uniqueBy?: readonly string[];
  /** The fields that the list can be filtered by, by equality. */
  readonly filters: readonly string[];
  /** The fields whose values make the id of a new record: groups joined by `--`, values of a group by `-`. */
  readonly identifiedBy: readonly (readonly string[])[];
  readonly repository: Repository;
  /** The list's order; an entry of the list has all that it reads, in both members. */
  readonly order: SortOrder<{ readonly record: FlatRecord; readonly embedded: FlatRecord }>;
  /** All records, in the list's order. */
  load(prisma: PrismaClient): Promise<SerializedRecord[]>;
  /** The fields that `check` reads; it is skipped while one of them is invalid. Absent: all fields. */
  readonly checkedFields?: readonly string[];
  /** Issues between the fields of a record whose fields are valid by themselves. `before` is null for a new record. */
  check(records: RecordReaderByPath, record: FlatRecord, before: FlatRecord | null): Promise<FieldIssue[]>;
}

/** A noun linked to the others, as routes, documentation and tests use it. */
export interface Resource extends Omit<Noun, "check"> {
  /** By reference field, the repository that it refers to. */
  readonly references: Readonly<Record<string, Repository>>;
  /** The fields of the details that refer to other records, and the repositories that they refer to. */
  readonly detailReferences: readonly DetailReference[];
  /** The fields of other resources that refer to this one. */
  readonly dependants: readonly Dependant[];
  check(records: RecordReader, record: FlatRecord, before: FlatRecord | null): Promise<FieldIssue[]>;
  /** Issues of a row's details. */
  checkDetails(records: RecordReader, row: FlatRecord, before: FlatRecord | null): Promise<FieldIssue[]>;
  /** The row as it is stored. */
  arrange(records: RecordReader, row: FlatRecord): Promise<FlatRecord>;
}

interface DetailReference {
  readonly field: string;
  /** The member of each entry of the field's list that refers; undefined: the field itself. */
  readonly member: string | undefined;
  readonly repository: Repository;
}

/** A field of another resource that refers to this one. */
export interface Dependant {
  readonly repository: Repository;
  /** The resource of the referring records. */
  readonly owner: Resource;
  /** The referring field. */
  readonly field: string;
  /** Set when `?cascade=true` may delete the referring records too. */
  readonly cascade?: Resource;
  /** Set when `?cascade=true` may clear the reference. */
  readonly clear?: Resource;
  /** The member of each entry of the field's list that refers; absent: the field itself. */
  readonly member?: string;
  /** How a 409 counts the referring records. */
  readonly countedAs: string;
}

/** A record, and the fields that a list entry appends to it. */
interface ListRow<Record, Entry> {
  record: Record;
  embedded: Omit<Entry, keyof Record>;
}

interface Definition<
  RecordSchema extends z.ZodObject,
  EntrySchema extends z.ZodObject,
  DetailsSchema extends z.ZodObject,
  Listed = ListRow<z.infer<RecordSchema>, z.infer<EntrySchema>>,
> {
  path: string;
  terms: NounTerms;
  record: RecordSchema;
  entry: EntrySchema;
  /** Absent: nothing else is known about a record, and it has no sources. */
  details?: DetailsDefinition<Row<RecordSchema, DetailsSchema>, DetailsSchema>;
  filters: readonly (keyof z.infer<RecordSchema> & string)[];
  isMergeable?: boolean;
  uniqueBy?: readonly (keyof z.infer<RecordSchema> & string)[];
  /** Default: the `name`, or the references of a record without one. A date stands for its year. */
  identifiedBy?: readonly (readonly (keyof z.infer<RecordSchema> & string)[])[];
  /** Reads all records from one consistent state, in any order. @param page reads the noun's own records. */
  list(prisma: PrismaClient, page: PageReader<z.infer<RecordSchema>>): Promise<Listed[]>;
  order: SortOrder<Listed>;
  checkedFields?: readonly (keyof z.infer<RecordSchema> & string)[];
  check?(
    records: RecordReaderByPath,
    record: NoInfer<Row<RecordSchema, DetailsSchema>>,
    before: NoInfer<Row<RecordSchema, DetailsSchema>> | null,
  ): FieldIssue[] | Promise<FieldIssue[]>;
}

/** A record with its details. */
type Row<RecordSchema extends z.ZodObject, DetailsSchema extends z.ZodObject> = z.infer<RecordSchema> &
  z.infer<DetailsSchema>;

/** Defines a noun from its schemas, terms and query; everything else is derived from them. */
export function defineResource<
  RecordSchema extends z.ZodObject,
  EntrySchema extends z.ZodObject,
  DetailsSchema extends z.ZodObject = z.ZodObject<Record<never, never>>,
>(
  definition: Definition<RecordSchema, EntrySchema, DetailsSchema>,
): Noun & { readonly repository: RecordRepository<z.infer<RecordSchema>> } {
  const { list, order, check, terms, details, ...rest } = definition;
  const table = createRepository(rest.path, rest.record, details?.document);
  // The audit log and requests have untyped records, whose fields the schema has already parsed.
  const typed = (record: FlatRecord) => record as unknown as Row<RecordSchema, DetailsSchema>;
  return {
    ...rest,
    // Only what `list` returned is sorted by it, or an entry that was made of that.
    order: order as unknown as Noun["order"],
    identifiedBy: rest.identifiedBy ?? ["name" in rest.record.shape ? ["name"] : [...referencesIn(rest.record).keys()]],
    singular: capitalised(terms.singular),
    plural: capitalised(terms.plural),
    repository: table,
    details: details ? createDetails(rest.record, details, table) : null,
    creation: creationSchema(rest),
    change: changeSchema(rest),
    load: async (prisma) => {
      const rows = await sortBy(await list(prisma, table.page), order);
      return mapYielding(rows, ({ record, embedded }) => serializeRecord(record, embedded, rest.filters));
    },
    check: async (records, record, before) => (await check?.(records, typed(record), before && typed(before))) ?? [],
  };
}

/** The records, without embedded ones. */
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
    // Reuses the record's text, so that each record is serialised once.
    entry: embedded === nothing ? json : `${json.slice(0, -1)},${JSON.stringify(embedded).slice(1)}`,
    filterValues,
  };
}
