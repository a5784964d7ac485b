import "server-only";
import { Shelf, type Listing } from "./resource-snapshot.ts";

/** Something that can be put on a shelf: its name, and how to read all of it. */
export interface Source<Store> {
  readonly path: string;
  load(store: Store): Promise<Listing[]>;
}

interface Filling {
  /** The shelf is never older than that. */
  version: number;
  /** In which its reading began. */
  era: number;
  /** Nothing has been read yet: it can still be asked for a later version. */
  isWaiting: boolean;
  shelf: Promise<Shelf>;
}

interface Place {
  /** What can be given at once. */
  filled: { version: number; era: number; shelf: Shelf } | null;
  /** What is under way, the last to be asked for. */
  filling: Filling | null;
  /** Questions that what was held answered, and times that it was read anew. */
  hits: number;
  fills: number;
  /** By `performance.now()`. */
  filledAt: number;
}

/** How a shelf does, for whoever watches the service. */
export interface ShelfFigures {
  path: string;
  records: number;
  hits: number;
  fills: number;
  /** Since it was read from the database. */
  ageSeconds: number;
}

/**
 * The serialised copy that reads are answered from. What it gives is never older than the
 * version asked for: a version is read before its data is, so a shelf may be newer than
 * its label, never older.
 */
export class Catalogue<Store> {
  readonly #store: Store;
  readonly #places = new Map<string, Place>();
  /** From one change that this process has made to the next. */
  #era = 0;

  constructor(store: Store) {
    this.#store = store;
  }

  /**
   * @param version the data's version now, or null when it can't be known: then what is held serves,
   * unless this process has made a change since; and even then when nothing newer can be had.
   * @throws whatever the source throws, when a shelf has to be filled and can't be.
   */
  async shelf(source: Source<Store>, version: number | null): Promise<Shelf> {
    const place = this.#place(source);
    const { filled, filling } = place;
    const isCurrent = (one: { version: number; era: number }) =>
      version === null ? one.era === this.#era : version <= one.version;
    if (filled && isCurrent(filled)) {
      place.hits += 1;
      return filled.shelf;
    }
    if (version === null && filled) return this.#newest(source, place, filled);
    if (filling && isCurrent(filling)) return filling.shelf;
    if (filling?.isWaiting) {
      filling.version = version ?? filling.version;
      return filling.shelf;
    }
    return this.#fill(source, place, version ?? 0);
  }

  /** Called when this process has changed the data, so that it gives nothing older even when it can't ask for the version. */
  outdate(): void {
    this.#era += 1;
  }

  async #newest(source: Source<Store>, place: Place, filled: { version: number; shelf: Shelf }): Promise<Shelf> {
    const { filling } = place;
    const isNew = filling && (filling.isWaiting || filling.era === this.#era);
    try {
      return await (isNew ? filling.shelf : this.#fill(source, place, filled.version));
    } catch {
      return filled.shelf;
    }
  }

  /** Of every shelf that has been filled. */
  figures(): ShelfFigures[] {
    return [...this.#places].flatMap(([path, { filled, hits, fills, filledAt }]) => {
      const ageSeconds = (performance.now() - filledAt) / 1000;
      return filled ? [{ path, records: filled.shelf.count, hits, fills, ageSeconds }] : [];
    });
  }

  #place({ path }: Source<Store>): Place {
    let place = this.#places.get(path);
    if (!place) {
      place = { filled: null, filling: null, hits: 0, fills: 0, filledAt: 0 };
      this.#places.set(path, place);
    }
    return place;
  }

  /** One after the other: however fast others write, one filling is under way and one waits. */
  #fill(source: Source<Store>, place: Place, version: number): Promise<Shelf> {
    const before = place.filling?.shelf;
    const work = async (): Promise<Shelf> => {
      await before?.catch(() => undefined);
      filling.isWaiting = false;
      filling.era = this.#era;
      const shelf = await Shelf.of(await source.load(this.#store));
      place.filled = { version: filling.version, era: filling.era, shelf };
      place.fills += 1;
      place.filledAt = performance.now();
      return shelf;
    };
    const filling: Filling = { version, era: this.#era, isWaiting: true, shelf: Promise.resolve().then(work) };
    place.filling = filling;
    const settle = () => {
      if (place.filling === filling) place.filling = null;
    };
    filling.shelf.then(settle, settle);
    return filling.shelf;
  }
}
