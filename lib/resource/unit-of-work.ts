import "server-only";
import { isDeepStrictEqual } from "node:util";
import type { Prisma } from "../db/generated/client.ts";
import type { FlatRecord } from "../audit-log/queries.ts";
import { turnTaker } from "../yielding.ts";
import type { Resource } from "./resource.ts";
import type { Records, Table } from "./repository.ts";

interface Held {
  stored: FlatRecord | null;
  now: FlatRecord | null;
  /** Which of the changes put it so last. */
  by: number;
}

/** What became of one record, whatever lay between. */
export interface Alteration extends Held {
  resource: Resource;
  id: string;
}

/**
 * The data as it would be: what the transaction has, and over that whatever has been put here.
 * What is loaded beforehand, for many at once, is found without another statement.
 */
export class Draft implements Records {
  readonly transaction: Prisma.TransactionClient;
  readonly #held = new Map<string, Map<string, Held>>();
  readonly #referrers = new Map<string, Set<string>>();
  readonly #complete = new Set<string>();
  readonly #touched = new Map<string, Resource>();

  constructor(transaction: Prisma.TransactionClient) {
    this.transaction = transaction;
  }

  async find(table: Table, id: string): Promise<FlatRecord | null> {
    if (!this.#of(table).has(id)) await this.load(table, [id]);
    return this.#of(table).get(id)?.now ?? null;
  }

  async referring(table: Table, field: string, id: string): Promise<FlatRecord[]> {
    const key = keyOf(table, field, id);
    if (!this.#complete.has(key)) await this.loadReferring(table, field, [id]);
    const held = this.#of(table);
    return [...(this.#referrers.get(key) ?? [])].flatMap((one) => held.get(one)?.now ?? []);
  }

  async load(table: Table, ids: Iterable<string>): Promise<void> {
    const held = this.#of(table);
    const missing = [...new Set(ids)].filter((id) => !held.has(id));
    if (missing.length === 0) return;
    this.#hold(table, await table.find(this.transaction, missing));
    for (const id of missing) if (!held.has(id)) held.set(id, { stored: null, now: null, by: -1 });
  }

  async loadReferring(table: Table, field: string, ids: Iterable<string>): Promise<void> {
    const missing = [...new Set(ids)].filter((id) => !this.#complete.has(keyOf(table, field, id)));
    if (missing.length === 0) return;
    this.#hold(table, await table.referring(this.transaction, field, missing));
    for (const id of missing) this.#complete.add(keyOf(table, field, id));
  }

  /** @param record null: there is none any more. */
  put(resource: Resource, id: string, record: FlatRecord | null, by: number): void {
    const { table } = resource;
    const before = this.#of(table).get(id);
    if (before?.now) this.#forget(table, before.now);
    this.#of(table).set(id, { stored: before?.stored ?? null, now: record, by });
    if (record) this.#index(table, record);
    this.#touched.set(resource.path, resource);
  }

  /** Everything that differs from what the transaction has, in the order in which it was put. */
  async alterations(): Promise<Alteration[]> {
    const turn = turnTaker();
    const all: Alteration[] = [];
    for (const resource of this.#touched.values()) {
      for (const [id, held] of this.#of(resource.table)) {
        if (held.by >= 0 && !isDeepStrictEqual(held.stored, held.now)) all.push({ ...held, resource, id });
        await turn();
      }
    }
    return all.sort((a, b) => a.by - b.by);
  }

  /** What has been put here already is newer than what a statement finds. */
  #hold(table: Table, found: FlatRecord[]): void {
    for (const record of found) {
      if (this.#of(table).has(record.id)) continue;
      this.#of(table).set(record.id, { stored: record, now: record, by: -1 });
      this.#index(table, record);
    }
  }

  #of({ path }: Table): Map<string, Held> {
    let held = this.#held.get(path);
    if (!held) this.#held.set(path, (held = new Map<string, Held>()));
    return held;
  }

  #index(table: Table, record: FlatRecord): void {
    for (const key of referencesOf(table, record)) {
      const referrers = this.#referrers.get(key);
      if (referrers) referrers.add(record.id);
      else this.#referrers.set(key, new Set([record.id]));
    }
  }

  #forget(table: Table, record: FlatRecord): void {
    for (const key of referencesOf(table, record)) this.#referrers.get(key)?.delete(record.id);
  }
}

function referencesOf(table: Table, record: FlatRecord): string[] {
  return Object.entries(record).flatMap(([field, value]) =>
    field.endsWith("_id") && typeof value === "string" ? [keyOf(table, field, value)] : [],
  );
}

function keyOf({ path }: Table, field: string, id: string): string {
  return `${path} ${field} ${id}`;
}
