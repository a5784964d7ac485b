import "server-only";
import { isDeepStrictEqual } from "node:util";
import type { Prisma } from "../db/generated/client.ts";
import type { FlatRecord } from "../core/json.browser.ts";
import { createYielder } from "../core/yielding.ts";
import type { Resource } from "./resource.ts";
import type { RecordReader, Repository } from "./repository.ts";

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

/**
 * The rows as they would be after the pending changes: the stored rows, overlaid with what was put. Records that were
 * preloaded need no further statement.
 */
export class UnitOfWork implements RecordReader {
  readonly transaction: Prisma.TransactionClient;
  readonly today: string;
  readonly #tracked = new Map<string, Map<string, TrackedRecord>>();
  readonly #referrers = new Map<string, Set<string>>();
  readonly #complete = new Set<string>();
  readonly #touched = new Map<string, Resource>();
  /** By resource and id, whether a deleted record had the id. */
  readonly #retired = new Map<string, Map<string, boolean>>();

  /** @param today the day in London. */
  constructor(transaction: Prisma.TransactionClient, today: string) {
    this.transaction = transaction;
    this.today = today;
  }

  async find(repository: Repository, id: string): Promise<FlatRecord | null> {
    if (!this.#trackedIn(repository).has(id)) await this.load(repository, [id]);
    return this.#trackedIn(repository).get(id)?.current ?? null;
  }

  /** A row that was loaded or put: as it would be, or, deleted, as it was. */
  peek(path: string, id: string): FlatRecord | undefined {
    const tracked = this.#tracked.get(path)?.get(id);
    return tracked?.current ?? tracked?.stored ?? undefined;
  }

  async referring(repository: Repository, field: string, id: string): Promise<FlatRecord[]> {
    const key = keyOf(repository, field, id);
    if (!this.#complete.has(key)) await this.loadReferring(repository, field, [id]);
    const held = this.#trackedIn(repository);
    return [...(this.#referrers.get(key) ?? [])].flatMap((one) => held.get(one)?.current ?? []);
  }

  /** Whether a record has this id, or had it before, in this unit of work or in the past. */
  async isUsed(repository: Repository, id: string): Promise<boolean> {
    await this.loadIds(repository, [id]);
    const held = this.#trackedIn(repository).get(id);
    const isTracked = held !== undefined && (held.current !== null || held.changeIndex >= 0);
    return isTracked || (this.#retired.get(repository.path)?.get(id) ?? false);
  }

  /** Whether a record that is not stored any more had this id. */
  async isRetired(repository: Repository, id: string): Promise<boolean> {
    await this.loadIds(repository, [id]);
    const isStored = (this.#trackedIn(repository).get(id)?.stored ?? null) !== null;
    return !isStored && (this.#retired.get(repository.path)?.get(id) ?? false);
  }

  /** Preloads what `isUsed` and `isRetired` read. */
  async loadIds(repository: Repository, ids: Iterable<string>): Promise<void> {
    const all = new Set(ids);
    await this.load(repository, all);
    const known = this.#retired.get(repository.path) ?? new Map<string, boolean>();
    this.#retired.set(repository.path, known);
    const missing = [...all].filter((id) => !known.has(id));
    if (missing.length === 0) return;
    const retired = new Set(await repository.retired(this.transaction, missing));
    for (const id of missing) known.set(id, retired.has(id));
  }

  async load(repository: Repository, ids: Iterable<string>): Promise<void> {
    const held = this.#trackedIn(repository);
    const missing = [...new Set(ids)].filter((id) => !held.has(id));
    if (missing.length === 0) return;
    this.#track(repository, await repository.find(this.transaction, missing));
    for (const id of missing) if (!held.has(id)) held.set(id, { stored: null, current: null, changeIndex: -1 });
  }

  async loadReferring(repository: Repository, field: string, ids: Iterable<string>): Promise<void> {
    const missing = [...new Set(ids)].filter((id) => !this.#complete.has(keyOf(repository, field, id)));
    if (missing.length === 0) return;
    this.#track(repository, await repository.referring(this.transaction, field, missing));
    for (const id of missing) this.#complete.add(keyOf(repository, field, id));
  }

  /** @param record null deletes it. */
  put(resource: Resource, id: string, record: FlatRecord | null, by: number): void {
    const { repository } = resource;
    const before = this.#trackedIn(repository).get(id);
    if (before?.current) this.#unindex(repository, before.current);
    this.#trackedIn(repository).set(id, { stored: before?.stored ?? null, current: record, changeIndex: by });
    if (record) this.#index(repository, record);
    this.#touched.set(resource.path, resource);
  }

  /** The records that differ from their stored rows, in the order of their changes. */
  async pendingChanges(): Promise<PendingChange[]> {
    const turn = createYielder();
    const all: PendingChange[] = [];
    for (const resource of this.#touched.values()) {
      for (const [id, held] of this.#trackedIn(resource.repository)) {
        if (held.changeIndex >= 0 && !isDeepStrictEqual(held.stored, held.current)) all.push({ ...held, resource, id });
        await turn();
      }
    }
    return all.sort((a, b) => a.changeIndex - b.changeIndex);
  }

  /** Keeps tracked records, because they may be newer than the stored rows. */
  #track(repository: Repository, found: FlatRecord[]): void {
    for (const record of found) {
      if (this.#trackedIn(repository).has(record.id)) continue;
      this.#trackedIn(repository).set(record.id, { stored: record, current: record, changeIndex: -1 });
      this.#index(repository, record);
    }
  }

  #trackedIn({ path }: Repository): Map<string, TrackedRecord> {
    let held = this.#tracked.get(path);
    if (!held) this.#tracked.set(path, (held = new Map<string, TrackedRecord>()));
    return held;
  }

  #index(repository: Repository, record: FlatRecord): void {
    for (const key of referencesOf(repository, record)) {
      const referrers = this.#referrers.get(key);
      if (referrers) referrers.add(record.id);
      else this.#referrers.set(key, new Set([record.id]));
    }
  }

  #unindex(repository: Repository, record: FlatRecord): void {
    for (const key of referencesOf(repository, record)) this.#referrers.get(key)?.delete(record.id);
  }
}

function referencesOf(repository: Repository, row: FlatRecord): string[] {
  return [...repository.references].flatMap(([field, { member }]) =>
    idsIn(row[field], member).map((id) => keyOf(repository, field, id)),
  );
}

/** The ids that a field refers to. @param member set when the field has a list whose entries refer. */
export function idsIn(value: unknown, member: string | undefined): string[] {
  const all = member === undefined ? [value] : ((value ?? []) as Record<string, unknown>[]).map((one) => one[member]);
  return all.filter((id) => typeof id === "string");
}

function keyOf({ path }: Repository, field: string, id: string): string {
  return `${path} ${field} ${id}`;
}
