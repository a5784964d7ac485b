import "server-only";
import { performance } from "node:perf_hooks";
import type { Database } from "../db/database.ts";
import { createYielder } from "../core/yielding.ts";
import { catalogueDefinitions } from "./definition.ts";
import { emptyList, type List } from "./list.ts";
import { loadChanges, loadEverything, type Changes, type Moment } from "./load.ts";
import { patch, type EmbeddedParts } from "./patch.ts";
import type { Row } from "./row.ts";
import {
  createTables,
  emptyBucket,
  keepSame,
  publish,
  rowChangesOf,
  type RowBucket,
  type RowChange,
  type Tables,
} from "./table.ts";

/** Called when the catalogue has changed, before any request sees it. After a complete load, everything may have. */
export type ChangeListener = (changes: readonly RowChange[] | "everything") => void;

/** The moment of what is in memory. */
interface Label extends Moment {
  /** How many changes this process had made when reading began. */
  readonly generation: number;
}

/**
 * The records of all resources in memory, as of one version of the data. It is brought up to date by reading what has
 * changed since; everything that is read comes from it.
 */
export class Catalogue {
  readonly #database: Database;
  readonly #listeners: ChangeListener[] = [];
  #tables: Tables = new Map();
  /** By `people/<id>`, the id of the record that it was merged into. */
  #merges = new Map<string, string>();
  #parts: EmbeddedParts = new WeakMap();
  #label: Label | null = null;
  #advance: Promise<void> | null = null;
  #generation = 0;
  #changeCount = 0;
  #requests = 0;
  #read = 0;
  #loads = 0;
  #readAt: number | null = null;
  /** The last advance begun has not yet read anything, so it serves everybody who asks now. */
  #isWaiting = false;

  constructor(database: Database) {
    this.#database = database;
  }

  /**
   * Resolves when the catalogue contains at least `version`; undefined when it does already.
   *
   * @param version the current version of the data; null while it can't be read. Then what is there is served, brought
   * up to date first if this process has changed the data since. If that fails, what is there is served as it is.
   * @throws the database's error when the catalogue could not be brought up to date.
   */
  reach(version: number | null): Promise<void> | undefined {
    const isBehind = () =>
      !this.#label || (version === null ? this.#label.generation !== this.#generation : this.#label.version < version);
    this.#requests += 1;
    if (!isBehind()) return undefined;
    this.#read += 1;
    const caughtUp = async () => {
      // What is under way may have begun too early.
      await this.#advance;
      if (isBehind()) await this.#startAdvance();
    };
    return caughtUp().catch((error: unknown) => {
      if (version !== null || !this.#label) throw error;
    });
  }

  /** Counts the changes made by this process. */
  get generation(): number {
    return this.#generation;
  }

  /** Call it after this process has changed the data, so that its callers see the change even while versions can't be read. */
  invalidate(): void {
    this.#generation += 1;
  }

  /** Changes whenever anything in the catalogue does. */
  get changeCount(): number {
    return this.#changeCount;
  }

  /** The version of the data; null before the first load. */
  get version(): number | null {
    return this.#label?.version ?? null;
  }

  /** When staff last changed a record, as of the version: ISO 8601 in UTC; null when the activity log is empty. */
  get editedAt(): string | null {
    return this.#label?.editedAt ?? null;
  }

  onChange(listener: ChangeListener): void {
    this.#listeners.push(listener);
  }

  row(path: string, id: string): Row | undefined {
    return this.#tables.get(path)?.rows.get(id);
  }

  /** The rows with a value in an indexed field (a filter or a reference), in the order of the list. */
  where(path: string, field: string, value: string): RowBucket {
    return this.#tables.get(path)?.buckets.get(field)?.get(value) ?? emptyBucket;
  }

  list(path: string): List {
    return this.#tables.get(path)?.list ?? emptyList;
  }

  compare(path: string, a: Row, b: Row): number {
    return this.#tables.get(path)?.compare(a, b) ?? 0;
  }

  mergedInto(path: string, id: string): string | undefined {
    return this.#merges.get(`${path}/${id}`);
  }

  /** For metrics. */
  get figures() {
    return {
      /** Requests that found the catalogue current, and those that made it read what has changed or waited for that. */
      held: this.#requests - this.#read,
      read: this.#read,
      /** How often all records were read. */
      loads: this.#loads,
      /** Since it last read anything; null before the first load. */
      ageSeconds: this.#readAt === null ? null : (performance.now() - this.#readAt) / 1000,
      /** By resource. */
      records: new Map([...this.#tables].map(([path, { rows }]) => [path, rows.size])),
    };
  }

  /** One runs at a time. Requests that it can serve share it. */
  #startAdvance(): Promise<void> {
    const before = this.#advance;
    if (before && this.#isWaiting) return before;
    this.#isWaiting = true;
    const advance = (async () => {
      await before?.catch(() => undefined);
      this.#isWaiting = false;
      await this.#refresh();
    })();
    this.#advance = advance;
    const settle = () => {
      if (this.#advance === advance) this.#advance = null;
    };
    advance.then(settle, settle);
    return advance;
  }

  async #refresh(): Promise<void> {
    const generation = this.#generation;
    const records = [...this.#tables.values()].reduce((sum, { rows }) => sum + rows.size, 0);
    const changes = this.#label && (await loadChanges(this.#database, catalogueDefinitions(), this.#label, records));
    try {
      await (changes ? this.#patch(changes, generation) : this.#load(generation));
    } catch (error) {
      // What was computed for the patch is not in the tables.
      this.#parts = new WeakMap();
      throw error;
    }
  }

  async #patch({ states, merges, ...label }: Changes, generation: number): Promise<void> {
    const tableChanges = await patch(this.#tables, states, this.#parts);
    for (const [key, into] of merges) {
      if (into === null) this.#merges.delete(key);
      else this.#merges.set(key, into);
    }
    for (const change of tableChanges) publish(change);
    this.#publish({ ...label, generation }, tableChanges.flatMap(rowChangesOf));
  }

  async #load(generation: number): Promise<void> {
    const definitions = catalogueDefinitions();
    const { states, merges, ...label } = await loadEverything(this.#database, definitions);
    const [turn, before, tables] = [createYielder(), this.#tables, createTables(definitions)];
    const parts: EmbeddedParts = new WeakMap();
    for (const change of await patch(tables, states, parts, before)) publish(change);
    for (const [path, table] of tables) {
      const old = before.get(path);
      if (old) await keepSame(table, old, turn);
    }
    [this.#tables, this.#parts] = [tables, parts];
    this.#merges = new Map([...merges].flatMap(([key, into]) => (into === null ? [] : [[key, into]])));
    this.#loads += 1;
    this.#publish({ ...label, generation }, "everything");
  }

  #publish(label: Label, changes: readonly RowChange[] | "everything"): void {
    if (changes.length > 0 || label.editedAt !== this.editedAt) this.#changeCount += 1;
    [this.#label, this.#readAt] = [label, performance.now()];
    for (const listener of this.#listeners) listener(changes);
  }
}
