import "server-only";
import { isDeepStrictEqual } from "node:util";
import type { Prisma } from "../db/generated/client.ts";
import type { FlatRecord } from "../core/json.browser.ts";
import { createYielder } from "../core/yielding.ts";
import { tableAt } from "../catalogue/definition.ts";
import { isStorable, selectRetiredIds } from "../db/rows.ts";
import type { Resource } from "./resource.ts";
import { findRows, type RecordReader } from "./repository.ts";

interface TrackedRecord {
  stored: FlatRecord | null;
  current: FlatRecord | null;
  /** The index of the last change that set `current`; -1: unchanged. */
  changeIndex: number;
}

/** The net change of one record. */
export interface PendingChange extends TrackedRecord {
  resource: Resource;
  id: string;
}

/** The stored rows, overlaid with what was put. What was preloaded needs no further statement. */
export class UnitOfWork implements RecordReader {
  readonly #tracked = new Map<string, Map<string, TrackedRecord>>();
  readonly #referrers = new Map<string, Set<string>>();
  readonly #complete = new Set<string>();
  readonly #touched = new Map<string, Resource>();
  /** By resource and id, whether a deleted record had the id. */
  readonly #retired = new Map<string, boolean>();

  /** @param today the day in London. */
  constructor(
    readonly transaction: Prisma.TransactionClient,
    readonly today: string,
  ) {}

  async find(path: string, id: string): Promise<FlatRecord | null> {
    if (!this.#trackedIn(path).has(id)) await this.load(path, [id]);
    return this.#trackedIn(path).get(id)?.current ?? null;
  }

  /** A row that was loaded or put: as it would be, or, deleted, as it was. */
  peek(path: string, id: string): FlatRecord | undefined {
    const tracked = this.#tracked.get(path)?.get(id);
    return tracked?.current ?? tracked?.stored ?? undefined;
  }

  async referring(path: string, field: string, id: string): Promise<FlatRecord[]> {
    const key = keyOf(path, field, id);
    if (!this.#complete.has(key)) await this.loadReferring(path, field, [id]);
    const held = this.#trackedIn(path);
    return [...(this.#referrers.get(key) ?? [])].flatMap((one) => held.get(one)?.current ?? []);
  }

  /** Whether a record has this id, or had it before, in this unit of work or in the past. */
  async isUsed(path: string, id: string): Promise<boolean> {
    await this.loadIds(path, [id]);
    const held = this.#trackedIn(path).get(id);
    const isTracked = held !== undefined && (held.current !== null || held.changeIndex >= 0);
    return isTracked || this.#retired.get(`${path} ${id}`) === true;
  }

  /** Whether a record that is not stored any more had this id. */
  async isRetired(path: string, id: string): Promise<boolean> {
    await this.loadIds(path, [id]);
    const isStored = (this.#trackedIn(path).get(id)?.stored ?? null) !== null;
    return !isStored && this.#retired.get(`${path} ${id}`) === true;
  }

  /** Preloads what `isUsed` and `isRetired` read. */
  async loadIds(path: string, ids: Iterable<string>): Promise<void> {
    const all = new Set(ids);
    await this.load(path, all);
    const missing = [...all].filter((id) => !this.#retired.has(`${path} ${id}`));
    if (missing.length === 0) return;
    const retired = new Set(await selectRetiredIds(this.transaction, path, missing.filter(isStorable)));
    for (const id of missing) this.#retired.set(`${path} ${id}`, retired.has(id));
  }

  async load(path: string, ids: Iterable<string>): Promise<void> {
    const held = this.#trackedIn(path);
    const missing = [...new Set(ids)].filter((id) => !held.has(id));
    if (missing.length === 0) return;
    this.#track(path, await findRows(this.transaction, tableAt(path), "id", missing));
    for (const id of missing) if (!held.has(id)) held.set(id, { stored: null, current: null, changeIndex: -1 });
  }

  async loadReferring(path: string, field: string, ids: Iterable<string>): Promise<void> {
    const missing = [...new Set(ids)].filter((id) => !this.#complete.has(keyOf(path, field, id)));
    if (missing.length === 0) return;
    this.#track(path, await findRows(this.transaction, tableAt(path), field, missing));
    for (const id of missing) this.#complete.add(keyOf(path, field, id));
  }

  /** @param record null deletes it. */
  put(resource: Resource, id: string, record: FlatRecord | null, by: number): void {
    const { path } = resource;
    const before = this.#trackedIn(path).get(id);
    if (before?.current) this.#unindex(path, before.current);
    this.#trackedIn(path).set(id, { stored: before?.stored ?? null, current: record, changeIndex: by });
    if (record) this.#index(path, record);
    this.#touched.set(path, resource);
  }

  /** The records that differ from their stored rows, in the order of their changes. */
  async pendingChanges(): Promise<PendingChange[]> {
    const turn = createYielder();
    const all: PendingChange[] = [];
    for (const resource of this.#touched.values()) {
      for (const [id, held] of this.#trackedIn(resource.path)) {
        if (held.changeIndex >= 0 && !isDeepStrictEqual(held.stored, held.current)) all.push({ ...held, resource, id });
        await turn();
      }
    }
    return all.sort((a, b) => a.changeIndex - b.changeIndex);
  }

  /** Keeps tracked records, because they may be newer than the stored rows. */
  #track(path: string, found: FlatRecord[]): void {
    for (const record of found) {
      if (this.#trackedIn(path).has(record.id)) continue;
      this.#trackedIn(path).set(record.id, { stored: record, current: record, changeIndex: -1 });
      this.#index(path, record);
    }
  }

  #trackedIn(path: string): Map<string, TrackedRecord> {
    let held = this.#tracked.get(path);
    if (!held) this.#tracked.set(path, (held = new Map<string, TrackedRecord>()));
    return held;
  }

  #index(path: string, record: FlatRecord): void {
    for (const key of referencesOf(path, record))
      this.#referrers.set(key, (this.#referrers.get(key) ?? new Set<string>()).add(record.id));
  }

  #unindex(path: string, record: FlatRecord): void {
    for (const key of referencesOf(path, record)) this.#referrers.get(key)?.delete(record.id);
  }
}

function referencesOf(path: string, row: FlatRecord): string[] {
  return [...tableAt(path).references].flatMap(([field, { member }]) =>
    idsIn(row[field], member).map((id) => keyOf(path, field, id)),
  );
}

/** The ids that a field refers to. @param member set when the field has a list whose entries refer. */
export function idsIn(value: unknown, member: string | undefined): string[] {
  const all = member === undefined ? [value] : ((value ?? []) as Record<string, unknown>[]).map((one) => one[member]);
  return all.filter((id) => typeof id === "string");
}

function keyOf(path: string, field: string, id: string): string {
  return `${path} ${field} ${id}`;
}
