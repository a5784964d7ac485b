import "server-only";
import { ResourceSnapshot, type SerializedRecord } from "./resource-snapshot.ts";

/** Something that can be put on a shelf: its name, and how to read all of it. */
export interface SnapshotSource<Store> {
  readonly path: string;
  load(store: Store): Promise<SerializedRecord[]>;
}

interface Refresh {
  /** The shelf is never older than that. */
  version: number;
  /** In which its reading began. */
  generation: number;
  /** Nothing has been read yet: it can still be asked for a later version. */
  isWaiting: boolean;
  snapshot: Promise<ResourceSnapshot>;
}

interface CacheSlot {
  /** What can be given at once. */
  current: { version: number; generation: number; snapshot: ResourceSnapshot } | null;
  /** What is under way, the last to be asked for. */
  refresh: Refresh | null;
  /** Questions that what was held answered, and times that it was read anew. */
  hits: number;
  refreshes: number;
  /** By `performance.now()`. */
  refreshedAt: number;
}

/** How a shelf does, for whoever watches the service. */
export interface SnapshotStats {
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
export class SnapshotCache<Store> {
  readonly #store: Store;
  readonly #slots = new Map<string, CacheSlot>();
  /** From one change that this process has made to the next. */
  #generation = 0;

  constructor(store: Store) {
    this.#store = store;
  }

  /**
   * @param version the data's version now, or null when it can't be known: then what is held serves,
   * unless this process has made a change since; and even then when nothing newer can be had.
   * @throws whatever the source throws, when a shelf has to be filled and can't be.
   */
  async snapshot(source: SnapshotSource<Store>, version: number | null): Promise<ResourceSnapshot> {
    const place = this.#slot(source);
    const { current: filled, refresh: filling } = place;
    const isCurrent = (one: { version: number; generation: number }) =>
      version === null ? one.generation === this.#generation : version <= one.version;
    if (filled && isCurrent(filled)) {
      place.hits += 1;
      return filled.snapshot;
    }
    if (version === null && filled) return this.#newest(source, place, filled);
    if (filling && isCurrent(filling)) return filling.snapshot;
    if (filling?.isWaiting) {
      filling.version = version ?? filling.version;
      return filling.snapshot;
    }
    return this.#refresh(source, place, version ?? 0);
  }

  /** Called when this process has changed the data, so that it gives nothing older even when it can't ask for the version. */
  invalidate(): void {
    this.#generation += 1;
  }

  async #newest(
    source: SnapshotSource<Store>,
    place: CacheSlot,
    filled: { version: number; snapshot: ResourceSnapshot },
  ): Promise<ResourceSnapshot> {
    const { refresh: filling } = place;
    const isNew = filling && (filling.isWaiting || filling.generation === this.#generation);
    try {
      return await (isNew ? filling.snapshot : this.#refresh(source, place, filled.version));
    } catch {
      return filled.snapshot;
    }
  }

  /** Of every shelf that has been filled. */
  stats(): SnapshotStats[] {
    return [...this.#slots].flatMap(([path, { current: filled, hits, refreshes: fills, refreshedAt: filledAt }]) => {
      const ageSeconds = (performance.now() - filledAt) / 1000;
      return filled ? [{ path, records: filled.snapshot.count, hits, fills, ageSeconds }] : [];
    });
  }

  #slot({ path }: SnapshotSource<Store>): CacheSlot {
    let place = this.#slots.get(path);
    if (!place) {
      place = { current: null, refresh: null, hits: 0, refreshes: 0, refreshedAt: 0 };
      this.#slots.set(path, place);
    }
    return place;
  }

  /** One after the other: however fast others write, one filling is under way and one waits. */
  #refresh(source: SnapshotSource<Store>, place: CacheSlot, version: number): Promise<ResourceSnapshot> {
    const before = place.refresh?.snapshot;
    const work = async (): Promise<ResourceSnapshot> => {
      await before?.catch(() => undefined);
      filling.isWaiting = false;
      filling.generation = this.#generation;
      const snapshot = await ResourceSnapshot.of(await source.load(this.#store));
      place.current = { version: filling.version, generation: filling.generation, snapshot };
      place.refreshes += 1;
      place.refreshedAt = performance.now();
      return snapshot;
    };
    const filling: Refresh = {
      version,
      generation: this.#generation,
      isWaiting: true,
      snapshot: Promise.resolve().then(work),
    };
    place.refresh = filling;
    const settle = () => {
      if (place.refresh === filling) place.refresh = null;
    };
    filling.snapshot.then(settle, settle);
    return filling.snapshot;
  }
}
