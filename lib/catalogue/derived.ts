import "server-only";
import { LRUCache } from "lru-cache";
import type { Clock } from "../clock.ts";
import type { ComputedReads, Reader } from "../computed-reads.ts";
import { dayInLondon } from "../dates.ts";
import type { Representation } from "../snapshots/representation.ts";
import type { Catalogue } from "./catalogue.ts";
import type { List } from "./list.ts";
import type { Row } from "./row.ts";
import type { RowBucket } from "./table.ts";

const maxBytes = 64 * 1024 * 1024;
/** What a kept value takes besides its key, its notes and what it says itself. */
const valueBytes = 512;
const noteBytes = 192;
/** A computation that reads more rows of a resource depends on its whole list instead. */
const maxRowNotes = 500;

/** Something that was read, and what it is now. While that is the same object, nothing in it has changed. */
interface Note {
  readonly seen: unknown;
  now(): unknown;
}

interface Kept {
  readonly value: unknown;
  readonly notes: ReadonlyMap<string, Note>;
  readonly bytes: number;
  /** The catalogue's count of changes up to which the notes are known to be current. */
  checkedAt: number;
  /** The day on which it depends; null: on none. */
  readonly day: string | null;
}

/** How a computation reads the catalogue. What it reads is noted. */
export class CatalogueReader {
  readonly #catalogue: Catalogue;
  readonly #now: Clock;
  #day: string | null = null;
  readonly #notes = new Map<string, Note>();
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
    else this.#note(`${path}/${id}`, row, () => catalogue.row(path, id));
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

  #note(name: string, seen: unknown, now: () => unknown): void {
    if (!this.#notes.has(name)) this.#notes.set(name, { seen, now });
  }
}

/** Keeps what is computed from the catalogue as long as all that was read for it is the same. */
export class DerivedValues {
  readonly #catalogue: Catalogue;
  readonly #computedReads: ComputedReads;
  readonly #now: Clock;
  readonly #kept = new LRUCache<string, Kept>({ maxSize: maxBytes, sizeCalculation: ({ bytes }) => bytes });

  constructor(catalogue: Catalogue, computedReads: ComputedReads, now: Clock) {
    this.#catalogue = catalogue;
    this.#computedReads = computedReads;
    this.#now = now;
  }

  /**
   * The value of a computation that needs no turns of the event loop, kept by its key.
   *
   * @param sizeOf the bytes of the value.
   */
  get<Value>(key: string, make: (read: CatalogueReader) => Value, sizeOf: (value: Value) => number): Value {
    const kept = this.#current(key);
    // The cast is safe: a key belongs to one computation.
    if (kept) return kept.value as Value;
    const read = this.#reader();
    const value = make(read);
    this.#keep(key, value, read, sizeOf(value));
    return value;
  }

  /**
   * The same for a longer computation, within the limit of computed reads. Readers that ask for the same one meanwhile
   * share it.
   *
   * @throws AppError 503 when too much is being computed.
   */
  async compute<Value>(
    reader: Reader,
    key: string,
    make: (read: CatalogueReader) => Value | Promise<Value>,
    sizeOf: (value: Value) => number,
  ): Promise<Value> {
    const kept = this.#current(key);
    if (kept) return kept.value as Value;
    const name = `${this.#catalogue.changeCount} ${key}`;
    return this.#computedReads.run(reader, this, name, () => this.long(key, async (read) => make(read), sizeOf));
  }

  /** The same for the body of a response. */
  body(
    reader: Reader,
    key: string,
    make: (read: CatalogueReader) => Representation | Promise<Representation>,
  ): Promise<Representation> {
    return this.compute(reader, key, make, ({ identity }) => identity.length);
  }

  /** The same for what already passes a limit of its own. */
  async long<Value>(
    key: string,
    make: (read: CatalogueReader) => Promise<Value>,
    sizeOf: (value: Value) => number,
  ): Promise<Value> {
    const kept = this.#current(key);
    if (kept) return kept.value as Value;
    const read = this.#reader();
    const value = await make(read);
    this.#keep(key, value, read, sizeOf(value));
    return value;
  }

  #reader(): CatalogueReader {
    return new CatalogueReader(this.#catalogue, this.#now);
  }

  #keep(key: string, value: unknown, { notes, day }: CatalogueReader, size: number): void {
    // A value that is larger than the cache is kept alone.
    const bytes = Math.min(maxBytes, valueBytes + 2 * key.length + noteBytes * notes.size + size);
    this.#kept.set(key, { value, notes, day, bytes, checkedAt: -1 });
  }

  /** The kept value, if all that was read for it is the same. */
  #current(key: string): Kept | null {
    const kept = this.#kept.get(key);
    if (!kept) return null;
    const isOfToday = kept.day === null || kept.day === dayInLondon(this.#now());
    const { changeCount } = this.#catalogue;
    if (isOfToday && kept.checkedAt === changeCount) return kept;
    if (!isOfToday || ![...kept.notes.values()].every(({ seen, now }) => now() === seen)) {
      this.#kept.delete(key);
      return null;
    }
    kept.checkedAt = changeCount;
    return kept;
  }
}
