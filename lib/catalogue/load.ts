import "server-only";
import { setImmediate as nextTurn } from "node:timers/promises";
import { readRecordChanges, type RecordChange } from "../history/audit-log/change-queries.ts";
import { readMerges } from "../history/audit-log/queries.ts";
import type { Database } from "../db/database.ts";
import { withTimeout } from "../core/timeout.ts";
import type { CatalogueDefinition } from "./definition.ts";
import type { RecordState } from "./patch.ts";
import { readLastNumber, readRowsPage } from "./queries.ts";

/** More changes than these take longer than reading everything. */
const maxChanges = 2_000;
/** The embedded database runs its statements on the main thread, so there other requests get their turn in between. */
const changesAtOnce = { embedded: 100, server: maxChanges };
/** Small enough that reading and decoding one page does not delay other requests. */
const rowsAtOnce = 500;
/** The first page is smaller, because the code runs ten times slower just after the start. */
const rowsAtFirst = 100;
/** Short enough that a caller gets the 503 within three seconds when the database does not respond (contract §8). */
const timeoutMilliseconds = 2_000;
const maxLoads = 3;

/** What has changed, as of one moment. */
export interface Changes {
  readonly states: readonly RecordState[];
  /** By `people/<id>` of each of these records, the id of the record that it was merged into; null: of none. */
  readonly merges: ReadonlyMap<string, string | null>;
  readonly version: number;
  /** The number of the last change of any record. */
  readonly number: number;
  /** When staff last changed a record: ISO 8601 in UTC; null when the activity log is empty. */
  readonly editedAt: string | null;
}

/**
 * The records that have changed since a number. Each statement returns the records as they are then, and one that
 * changes meanwhile moves behind, so that all of them are as of the last statement.
 *
 * @returns null when so many have changed, or deletions are no longer kept, that everything has to be read.
 */
export async function loadChanges(
  database: Database,
  definitions: readonly CatalogueDefinition[],
  since: number,
  max = maxChanges,
): Promise<Changes | null> {
  const limit = changesAtOnce[database.kind];
  const tables = definitions.map(({ path, repository }) => ({ path, ...repository }));
  const read: RecordChange[] = [];
  let after = since;
  for (;;) {
    const { changes, version, last, edited_at, forgotten } = await withTimeout(
      timeoutMilliseconds,
      readRecordChanges(database, tables, { after, limit }),
    );
    // A lower number: the database was restored.
    if (last < after || forgotten > since) return null;
    read.push(...changes);
    if (changes.length < limit) return { ...statesOf(read), version, number: last, editedAt: edited_at };
    if (read.length >= max) return null;
    after = changes.at(-1)?.number ?? after;
    await nextTurn();
  }
}

/** All records: the rows page by page, and then what has changed since the first page. */
export async function loadEverything(
  database: Database,
  definitions: readonly CatalogueDefinition[],
): Promise<Changes> {
  for (let loads = 1; ; loads += 1) {
    const begun = await afterTurn(() => readLastNumber(database));
    const states = new Map<string, RecordState>();
    for (const definition of definitions)
      for await (const { path, id, ...state } of rowsOf(database, definition))
        states.set(`${path}/${id}`, { path, id, ...state });
    const merges = new Map<string, string | null>();
    for (const { resource, id, into } of await afterTurn(() => readMerges(database.prisma)))
      merges.set(`${resource}/${id}`, into);
    const since = await loadChanges(database, definitions, begun, Infinity);
    if (!since) {
      if (loads < maxLoads) continue;
      throw new Error("The catalogue could not be read: deletions were forgotten meanwhile.");
    }
    for (const state of since.states) states.set(`${state.path}/${state.id}`, state);
    for (const [key, into] of since.merges) merges.set(key, into);
    return { ...since, states: [...states.values()], merges };
  }
}

async function* rowsOf(database: Database, definition: CatalogueDefinition): AsyncGenerator<RecordState> {
  let [after, limit] = ["", rowsAtFirst];
  for (;;) {
    const page = await afterTurn(() => readRowsPage(database, definition, after, limit));
    for (const { row, ...change } of page) yield { path: definition.path, id: row.id, row, ...change };
    const last = page.at(-1);
    if (page.length < limit || !last) return;
    [after, limit] = [last.row.id, rowsAtOnce];
  }
}

/** Yields before each statement, because the embedded database runs queued statements without yielding to the event loop. */
async function afterTurn<Answer>(read: () => Promise<Answer>): Promise<Answer> {
  await nextTurn();
  return withTimeout(timeoutMilliseconds, read());
}

function statesOf(changes: readonly RecordChange[]): Pick<Changes, "states" | "merges"> {
  return {
    states: changes.map(({ resource, id, row, number, changed_at }): RecordState =>
      row === null ? { path: resource, id, row } : { path: resource, id, row, number, changed_at },
    ),
    merges: new Map(changes.map(({ resource, id, merged_into }) => [`${resource}/${id}`, merged_into])),
  };
}
