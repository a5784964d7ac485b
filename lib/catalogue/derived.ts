import "server-only";
import { LRUCache } from "lru-cache";
import type { Clock } from "../core/clock.ts";
import type { ComputedReads, Reader } from "../core/computed-reads.ts";
import { dayInLondon } from "../core/dates.ts";
import type { Soon } from "../core/promises.ts";
import { Representation } from "./representation.ts";
import type { Catalogue } from "./catalogue.ts";
import { renderedPage } from "./page-notes.ts";
import { CatalogueReader, type Note } from "./reader.ts";
import type { Row } from "./row.ts";

const maxBytes = 32 * 1024 * 1024;
/** What a kept value takes besides its key, its notes and what it says itself. */
const valueBytes = 512;
const noteBytes = 192;
const rowNoteBytes = 24;

/** All that was read for a value. */
export class ValueNotes {
  readonly #catalogue: Catalogue;
  readonly #now: Clock;
  readonly #notes: ReadonlyMap<string, Note>;
  readonly #rows: ReadonlyMap<string, ReadonlySet<Row>>;
  /** The day on which it depends; null: on none. */
  readonly #day: string | null;
  /** The catalogue's count of changes up to which the notes are known to be current. */
  #checkedAt = -1;

  constructor(catalogue: Catalogue, now: Clock, { notes, rows, day }: CatalogueReader) {
    [this.#catalogue, this.#now, this.#notes, this.#rows, this.#day] = [catalogue, now, notes, rows, day];
  }

  get count(): number {
    return this.#notes.size + this.#rowCount;
  }

  /** What they take in memory, about. */
  get bytes(): number {
    return noteBytes * this.#notes.size + rowNoteBytes * this.#rowCount;
  }

  get #rowCount(): number {
    return [...this.#rows.values()].reduce((sum, { size }) => sum + size, 0);
  }

  /** Whether all of it is the same in the catalogue as it is now. */
  isCurrent(): boolean {
    if (this.#day !== null && this.#day !== dayInLondon(this.#now())) return false;
    const { changeCount } = this.#catalogue;
    if (this.#checkedAt === changeCount) return true;
    for (const { seen, now } of this.#notes.values()) if (now() !== seen) return false;
    for (const [path, rows] of this.#rows)
      for (const row of rows) if (this.#catalogue.row(path, row.id) !== row) return false;
    this.#checkedAt = changeCount;
    return true;
  }
}

interface Kept<Value = unknown> {
  readonly value: Value;
  readonly notes: ValueNotes;
  readonly bytes: number;
}

/** Keeps what is computed from the catalogue as long as all that was read for it is the same. */
export class DerivedValues {
  readonly #catalogue: Catalogue;
  readonly #computedReads: ComputedReads;
  readonly #now: Clock;
  readonly #page = renderedPage;
  readonly #kept = new LRUCache<string, Kept>({ maxSize: maxBytes, sizeCalculation: ({ bytes }) => bytes });
  /** Null: the body belongs to several keys. */
  readonly #notesOfBodies = new WeakMap<object, { readonly key: string; readonly notes: ValueNotes } | null>();

  constructor(catalogue: Catalogue, computedReads: ComputedReads, now: Clock) {
    this.#catalogue = catalogue;
    this.#computedReads = computedReads;
    this.#now = now;
  }

  /** A value that needs no turns of the event loop, kept by its key. @param sizeOf the bytes of the value. */
  get<Value>(
    key: string,
    make: (read: CatalogueReader) => Value,
    sizeOf: (value: Value) => number = bytesOfBody,
  ): Value {
    const kept = this.#current<Value>(key);
    if (kept) return kept.value;
    const read = new CatalogueReader(this.#catalogue, this.#now);
    return this.#keep(key, make(read), read, sizeOf).value;
  }

  /** The same within the limit of computed reads, shared by all who ask meanwhile. @throws AppError 503 above it. */
  compute<Value>(
    reader: Reader,
    key: string,
    make: (read: CatalogueReader) => Value | Promise<Value>,
    sizeOf: (value: Value) => number = bytesOfBody,
  ): Soon<Value> {
    const kept = this.#current<Value>(key);
    if (kept) return kept.value;
    const name = `${this.#catalogue.changeCount} ${key}`;
    return this.#computedReads
      .run(reader, this, name, () => this.#made(key, make, sizeOf))
      .then(({ value, notes }) => {
        // The page that shares a computation shows its value too.
        this.#page.getStore()?.add(notes);
        return value;
      });
  }

  /** The same for what already passes a limit of its own. */
  long<Value>(key: string, make: (read: CatalogueReader) => Promise<Value>): Soon<Value> {
    const kept = this.#current<Value>(key);
    return kept ? kept.value : this.#made(key, make, bytesOfBody).then(({ value }) => value);
  }

  /** What the body of a response was made of; null when that is not known. */
  notesOf(body: object): ValueNotes | null {
    return this.#notesOfBodies.get(body)?.notes ?? null;
  }

  async #made<Value>(
    key: string,
    make: (read: CatalogueReader) => Value | Promise<Value>,
    sizeOf: (value: Value) => number,
  ): Promise<Kept<Value>> {
    const kept = this.#current<Value>(key);
    if (kept) return kept;
    const read = new CatalogueReader(this.#catalogue, this.#now);
    return this.#keep(key, await make(read), read, sizeOf);
  }

  #keep<Value>(key: string, value: Value, read: CatalogueReader, sizeOf: (value: Value) => number): Kept<Value> {
    const notes = new ValueNotes(this.#catalogue, this.#now, read);
    // A value that is larger than the cache is kept alone.
    const bytes = Math.min(maxBytes, valueBytes + 2 * key.length + notes.bytes + sizeOf(value));
    const kept = { value, notes, bytes };
    this.#kept.set(key, kept);
    this.#noteBody(key, value, notes);
    this.#page.getStore()?.add(notes);
    return kept;
  }

  #noteBody(key: string, value: unknown, notes: ValueNotes): void {
    if (typeof value !== "object" || value === null) return;
    const body = bodyIn(value);
    // Two lists that are empty have the same body.
    const known = this.#notesOfBodies.get(body);
    const isShared = known === null || (known !== undefined && known.key !== key);
    this.#notesOfBodies.set(body, isShared ? null : { key, notes });
  }

  /** The kept value, if all that was read for it is the same. */
  #current<Value>(key: string): Kept<Value> | null {
    const kept = this.#kept.get(key);
    if (!kept) return null;
    if (!kept.notes.isCurrent()) {
      this.#kept.delete(key);
      return null;
    }
    this.#page.getStore()?.add(kept.notes);
    // The cast is safe: a key belongs to one computation.
    return kept as Kept<Value>;
  }
}

/** The body of a response, also beside its headers; any other value itself. */
function bodyIn(value: object): object {
  return "body" in value && value.body instanceof Representation ? value.body : value;
}

/** With its compressed forms. Nothing for what is kept elsewhere: the body of a whole list is kept with the list. */
function bytesOfBody(value: unknown): number {
  const body = typeof value === "object" && value !== null ? bodyIn(value) : null;
  return body instanceof Representation ? 2 * body.identity.length : 0;
}
