import "server-only";
import { within } from "../within.ts";
import { Shelf, type Listing } from "./shelf.ts";

/** A caller is told within three seconds when the store does not answer (contract §8). */
const patienceMilliseconds = 2_000;

/** Something that can be put on a shelf: its name, and how to read all of it. */
export interface Source<Store> {
  readonly path: string;
  load(store: Store): Promise<Listing[]>;
}

interface Held {
  version: number;
  shelf: Promise<Shelf>;
}

/**
 * The serialised copy that reads are answered from. What it gives is never older than the
 * version asked for: a version is read before its data is, so a shelf may be newer than
 * its label, never older.
 */
export class Catalogue<Store> {
  readonly #store: Store;
  readonly #held = new Map<string, Held>();

  constructor(store: Store) {
    this.#store = store;
  }

  /**
   * @param version the data's version now, or null when it can't be known: then whatever is held serves.
   * @throws whatever the source throws, when a shelf has to be filled and can't be.
   */
  shelf(source: Source<Store>, version: number | null): Promise<Shelf> {
    const held = this.#held.get(source.path);
    if (held && (version === null || version <= held.version)) return held.shelf;
    return this.#fill(source, version ?? 0, held);
  }

  #fill(source: Source<Store>, version: number, before: Held | undefined): Promise<Shelf> {
    const filling: Held = {
      version,
      shelf: within(patienceMilliseconds, source.load(this.#store)).then((listings) => new Shelf(listings)),
    };
    this.#held.set(source.path, filling);
    filling.shelf.catch(() => {
      if (this.#held.get(source.path) !== filling) return;
      if (before) this.#held.set(source.path, before);
      else this.#held.delete(source.path);
    });
    return filling.shelf;
  }
}
