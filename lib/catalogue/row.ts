import "server-only";
import type { FlatRecord } from "../core/json.browser.ts";
import type { Documents } from "./definition.ts";

export interface StoredRow extends Documents {
  readonly id: string;
  /** The number of its last change. */
  readonly number: number;
  /** When it was last changed, its details and sources included: ISO 8601 in UTC. */
  readonly changedAt: string;
}

/** A record with all that is kept of it. Rows never change: a change replaces the row. */
export interface Row extends StoredRow {
  /** The fields that its list entry appends to the record. */
  readonly embedded: FlatRecord | null;
}

/** JSON of the record in its single read. */
export function recordText({ record }: Row): string {
  return JSON.stringify(record);
}

/** JSON of the record in its list. */
export function entryText({ record, embedded }: Row): string {
  const json = JSON.stringify(record);
  return embedded === null ? json : `${json.slice(0, -1)},${JSON.stringify(embedded).slice(1)}`;
}

/** The record in its list. */
export function entryOf<Entry>({ record, embedded }: Row): Entry {
  // The schemas parsed the fields when they were written.
  return { ...record, ...embedded } as Entry;
}

export function createRow(
  { id, number, changedAt, record, details, sources }: StoredRow,
  embedded: FlatRecord | null,
): Row {
  return { id, number, changedAt, record, details, sources, embedded };
}

/** Whether two rows say the same, also after a database was restored and has given the same numbers again. */
export function isSameRow(a: Row, b: Row): boolean {
  return (
    a.number === b.number &&
    a.changedAt === b.changedAt &&
    entryText(a) === entryText(b) &&
    JSON.stringify([a.details, a.sources]) === JSON.stringify([b.details, b.sources])
  );
}
