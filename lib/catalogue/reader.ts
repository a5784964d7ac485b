import "server-only";
import type { Clock } from "../core/clock.ts";
import { dayInLondon } from "../core/dates.ts";
import type { Catalogue } from "./catalogue.ts";
import type { List } from "./list.ts";
import type { Row } from "./row.ts";
import type { RowBucket } from "./table.ts";

/** A computation that reads more rows of a resource depends on its whole list instead. */
const maxRowNotes = 500;

/** Something that was read, and what it is now. While that is the same object, nothing in it has changed. */
export interface Note {
  readonly seen: unknown;
  now(): unknown;
}

/** How a computation reads the catalogue. What it reads is noted. */
export class CatalogueReader {
  readonly #catalogue: Catalogue;
  readonly #now: Clock;
  #day: string | null = null;
  readonly #notes = new Map<string, Note>();
  readonly #rows = new Map<string, Set<Row>>();
  readonly #rowNotes = new Map<string, { readonly list: List; count: number }>();

  constructor(catalogue: Catalogue, now: Clock) {
    this.#catalogue = catalogue;
    this.#now = now;
  }

  /** The day in London. */
  get today(): string {
    this.#day ??= dayInLondon(this.#now());
    return this.#day;
  }

  /** The day in London, if it was read. */
  get day(): string | null {
    return this.#day;
  }

  row(path: string, id: string): Row | undefined {
    const catalogue = this.#catalogue;
    const row = catalogue.row(path, id);
    const noted = this.#rowNotes.get(path) ?? { list: catalogue.list(path), count: 0 };
    this.#rowNotes.set(path, noted);
    noted.count += 1;
    // The list is the one from before the first row was read.
    if (noted.count > maxRowNotes) this.#note(path, noted.list, () => catalogue.list(path));
    else if (!row) this.#note(`${path}/${id}`, row, () => catalogue.row(path, id));
    else this.#rowsOf(path).add(row);
    return row;
  }

  where(path: string, field: string, value: string): RowBucket {
    const catalogue = this.#catalogue;
    return this.input(`${path}.${field}=${value}`, () => catalogue.where(path, field, value));
  }

  /** Rows in the order of their list. */
  sorted(path: string, rows: readonly Row[]): Row[] {
    return rows.toSorted((a, b) => this.#catalogue.compare(path, a, b));
  }

  list(path: string): List {
    const catalogue = this.#catalogue;
    return this.input(path, () => catalogue.list(path));
  }

  /** Anything else that stays the same until it changes. @param name unique among all that is read. */
  input<Value>(name: string, now: () => Value): Value {
    const seen = now();
    this.#note(name, seen, now);
    return seen;
  }

  get notes(): ReadonlyMap<string, Note> {
    return this.#notes;
  }

  /** The rows that were read, by path. They take a tenth of what a note of each would. */
  get rows(): ReadonlyMap<string, ReadonlySet<Row>> {
    return this.#rows;
  }

  #rowsOf(path: string): Set<Row> {
    let rows = this.#rows.get(path);
    if (!rows) this.#rows.set(path, (rows = new Set()));
    return rows;
  }

  #note(name: string, seen: unknown, now: () => unknown): void {
    if (!this.#notes.has(name)) this.#notes.set(name, { seen, now });
  }
}
