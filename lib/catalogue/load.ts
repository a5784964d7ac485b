import "server-only";
import { setImmediate as nextTurn } from "node:timers/promises";
import { readLastNumber, readRecordChanges, readRowsPage, type ReadRow } from "./change-queries.ts";
import { readMerges } from "./activity-queries.ts";
import type { Database } from "../db/database.ts";
import { readMilliseconds, withTimeout } from "../core/promises.ts";
import { createYielder } from "../core/yielding.ts";
import type { CatalogueDefinition } from "./definition.ts";
import type { StoredRow } from "./row.ts";

/** So many changes are read also when there are few records. */
const minMaxChanges = 2_000;
/** The embedded database runs its statements on the main thread, so there other requests get their turn in between. */
const changesAtOnce = { embedded: 200, server: 2_000 };
const maxLoads = 3;

/** Small enough that reading and decoding one page does not delay other requests. */
const rowsAtOnce = 500;
/** The first page is smaller, because the code runs ten times slower just after the start. */
const rowsAtFirst = 100;

/** By path and id, what records are now; null: deleted. */
export type RecordStates = ReadonlyMap<string, ReadonlyMap<string, StoredRow | null>>;

/** What has changed, as of one moment. */
export interface Changes extends Moment {
  readonly states: RecordStates;
  /** By `people/<id>` of each of these records, the id of the record that it was merged into; null: of none. */
  readonly merges: ReadonlyMap<string, string | null>;
}

export interface Moment {
  readonly version: number;
  /** The number of the last change of any record. */
  readonly number: number;
  /** When staff last changed a record: ISO 8601 in UTC; null when the activity log is empty. */
  readonly editedAt: string | null;
}

/**
 * The records that have changed since a moment. Each statement returns the records as they are then, and one that
 * changes meanwhile moves behind, so that all of them are as of the last statement.
 *
 * @param records how many there were.
 * @returns null when so many have changed, or deletions are no longer kept, that everything has to be read.
 */
export function loadChanges(
  database: Database,
  definitions: readonly CatalogueDefinition[],
  { number }: Moment,
  records: number,
): Promise<Changes | null> {
  // A changed record costs as much as one of a complete load. With half of them, little is read in vain.
  const max = Math.max(minMaxChanges, records / 2);
  return readChanges(database, definitions, number, max, readRecords(definitions));
}

/** All records: the rows page by page, and then what has changed since the first page. */
export async function loadEverything(
  database: Database,
  definitions: readonly CatalogueDefinition[],
): Promise<Changes> {
  for (let loads = 1; ; loads += 1) {
    const read = readRecords(definitions);
    const begun = await afterTurn(() => readLastNumber(database));
    for (const definition of definitions)
      for await (const page of pagesOf(database, definition))
        for (const one of page) await read.add(definition.path, one.row.id, one);
    for (const { resource, id, into } of await afterTurn(() => readMerges(database)))
      read.merges.set(`${resource}/${id}`, into);
    const changes = await readChanges(database, definitions, begun, Infinity, read);
    if (changes) return changes;
    if (loads === maxLoads) throw new Error("The catalogue could not be read: deletions were forgotten meanwhile.");
  }
}

type ReadRecords = ReturnType<typeof readRecords>;

/** The records read so far. Each row is taken apart at once, because all rows take as much memory as what is kept. */
function readRecords(definitions: readonly CatalogueDefinition[]) {
  const byPath = new Map(definitions.map((definition) => [definition.path, definition]));
  const states = new Map(definitions.map(({ path }) => [path, new Map<string, StoredRow | null>()]));
  const turn = createYielder();
  /** Most rows have the time of the row before, which is then kept once. */
  let changedAt = "";
  /** An id is in memory once, however many records refer to it, where the other record was read before. */
  const shareIds = (row: ReadRow["row"], { repository }: CatalogueDefinition) => {
    for (const [field, { to }] of repository.references) {
      const value = row[field];
      const known = typeof value === "string" ? states.get(to)?.get(value) : null;
      if (known) row[field] = known.id;
    }
  };
  return {
    states,
    merges: new Map<string, string | null>(),
    /** Replaces what was read of the record before. @param read null: it is deleted. */
    add: (path: string, id: string, read: ReadRow | null): Promise<void> | undefined => {
      const definition = byPath.get(path);
      if (definition && read) shareIds(read.row, definition);
      if (read && changedAt !== read.changed_at) changedAt = read.changed_at;
      const stored = definition && read && { id, number: read.number, changedAt, ...definition.documentsOf(read.row) };
      states.get(path)?.set(id, stored ?? null);
      return turn();
    },
  };
}

async function readChanges(
  database: Database,
  definitions: readonly CatalogueDefinition[],
  since: number,
  max: number,
  read: ReadRecords,
): Promise<Changes | null> {
  const { states, merges } = read;
  const limit = changesAtOnce[database.kind];
  const tables = definitions.map(({ path, repository }) => ({ path, ...repository }));
  let after = since;
  for (let count = 0; ;) {
    const { changes, version, last, edited_at, forgotten } = await withTimeout(
      readMilliseconds,
      readRecordChanges(database, tables, { after, limit }),
    );
    // A lower number: the database was restored.
    if (last < after || forgotten > since) return null;
    for (const { resource, id, row, number, changed_at, merged_into } of changes) {
      await read.add(resource, id, row && { row, number, changed_at });
      merges.set(`${resource}/${id}`, merged_into);
    }
    if (changes.length < limit) return { version, number: last, editedAt: edited_at, states, merges };
    count += changes.length;
    if (count >= max) return null;
    after = changes.at(-1)?.number ?? after;
    await nextTurn();
  }
}

async function* pagesOf(database: Database, { path, repository }: CatalogueDefinition): AsyncGenerator<ReadRow[]> {
  const table = { path, ...repository };
  let [after, limit] = ["", rowsAtFirst];
  for (;;) {
    const page = await afterTurn(() => readRowsPage(database, table, after, limit));
    yield page;
    const last = page.at(-1);
    if (page.length < limit || !last) return;
    [after, limit] = [last.row.id, rowsAtOnce];
  }
}

/** Yields before each statement, because the embedded database runs queued statements without yielding to the event loop. */
async function afterTurn<Answer>(read: () => Promise<Answer>): Promise<Answer> {
  await nextTurn();
  return withTimeout(readMilliseconds, read());
}
