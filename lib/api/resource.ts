import "server-only";
import type { z } from "zod";
import type { Staff } from "../auth/staff.ts";
import { readWhole, type PageReader } from "../catalogue/queries.ts";
import type { Listing } from "../catalogue/shelf.ts";
import type { Prisma, PrismaClient } from "../db/generated/client.ts";
import { AppError } from "../errors.ts";
import type { FlatRecord } from "../journal/queries.ts";
import type { Comparison } from "../order.ts";
import { sortInTurns, turnTaker } from "../turns.ts";
import type { Problem } from "./body.ts";
import { changeSchema, creationSchema } from "./write-schemas.ts";

type Transaction = Prisma.TransactionClient;

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
  /** What makes a new record. */
  readonly creation: z.ZodObject;
  /** What changes one. */
  readonly change: z.ZodObject;
  /** Fields that the list can be narrowed by, by equality. */
  readonly filters: readonly string[];
  /** For each field that names another record: whether there is such a one. */
  readonly references: Readonly<Record<string, (transaction: Transaction, id: string) => Promise<boolean>>>;
  /** Whatever refers to its records. */
  readonly dependants: readonly Dependant[];
  /** All records, in the list's order. */
  load(prisma: PrismaClient): Promise<Listing[]>;
  find(transaction: Transaction, id: string): Promise<FlatRecord | null>;
  /** What is wrong with a record whose fields are right one by one. */
  check(transaction: Transaction, record: FlatRecord): Promise<Problem[]>;
  insert(transaction: Transaction, staff: Staff, record: FlatRecord): Promise<void>;
  update(transaction: Transaction, staff: Staff, record: FlatRecord): Promise<void>;
  remove(transaction: Transaction, staff: Staff, id: string): Promise<void>;
}

/** Records of another resource that refer to one of this. */
export interface Dependant {
  readonly path: string;
  ids(transaction: Transaction, id: string): Promise<string[]>;
  /** Set where `?cascade=true` may delete them too. */
  readonly cascade?: Resource;
}

interface Definition<Row extends { id: string }, RecordSchema extends z.ZodObject, EntrySchema extends z.ZodObject> {
  path: string;
  singular: string;
  plural: string;
  record: RecordSchema;
  entry: EntrySchema;
  filters: readonly (keyof z.infer<RecordSchema> & string)[];
  references: {
    [Field in keyof z.infer<RecordSchema> & `${string}_id`]: (
      transaction: Transaction,
      id: string,
    ) => Promise<object | null>;
  };
  dependants: readonly Dependant[];
  list: PageReader<Row>;
  order: Comparison<NoInfer<Row>>;
  toRecord(row: NoInfer<Row>): NoInfer<z.infer<RecordSchema>>;
  toEntry(row: NoInfer<Row>): NoInfer<z.infer<EntrySchema>>;
  find(transaction: Transaction, id: string): Promise<NoInfer<z.infer<RecordSchema>> | null>;
  check?(transaction: Transaction, record: NoInfer<z.infer<RecordSchema>>): Problem[] | Promise<Problem[]>;
  insert(transaction: Transaction, staff: Staff, record: NoInfer<z.infer<RecordSchema>>): Promise<unknown>;
  update(transaction: Transaction, staff: Staff, record: NoInfer<z.infer<RecordSchema>>): Promise<unknown>;
  remove(transaction: Transaction, staff: Staff, id: string): Promise<unknown>;
}

/** Ties a noun's name, schemas, queries and serializers together; everything else follows from that. */
export function defineResource<
  Row extends { id: string },
  RecordSchema extends z.ZodObject,
  EntrySchema extends z.ZodObject,
>(definition: Definition<Row, RecordSchema, EntrySchema>): Resource {
  const { list, order, toRecord, toEntry, check, insert, update, remove, find, references, ...rest } = definition;
  // Whoever holds a record as the journal or a request has it gets it typed here, by the schema.
  const typed = (record: FlatRecord) => rest.record.parse(record);
  return {
    ...rest,
    creation: creationSchema(rest),
    change: changeSchema(rest),
    references: Object.fromEntries(
      Object.entries<(transaction: Transaction, id: string) => Promise<object | null>>(references).map(
        ([field, look]) => [field, async (transaction, id) => (await look(transaction, id)) !== null],
      ),
    ),
    load: async (prisma) => {
      const rows = await sortInTurns(await readWhole(prisma, list), order);
      const turn = turnTaker();
      const listings: Listing[] = [];
      for (const row of rows) {
        listings.push(listing(toRecord(row), toEntry(row), rest.filters));
        await turn();
      }
      return listings;
    },
    find: async (transaction, id) => (await find(transaction, id)) as FlatRecord | null,
    check: async (transaction, record) => (await check?.(transaction, typed(record))) ?? [],
    insert: async (transaction, staff, record) => void (await insert(transaction, staff, typed(record))),
    update: async (transaction, staff, record) => void (await update(transaction, staff, typed(record))),
    remove: async (transaction, staff, id) => void (await remove(transaction, staff, id)),
  };
}

export function noSuch({ singular }: Resource): AppError {
  return new AppError("not_found", { error: `${singular} not found` });
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
