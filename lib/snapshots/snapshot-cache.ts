import "server-only";
import { ResourceSnapshot, type SerializedRecord } from "./resource-snapshot.ts";

/** A resource that snapshots are built from: its path, and how to load all its records. */
export interface SnapshotSource<Store> {
  readonly path: string;
  load(store: Store): Promise<SerializedRecord[]>;
}

interface Refresh {
  /** The snapshot will contain at least this version of the data. */
  version: number;
  /** The generation in which loading started. */
  generation: number;
  /** Loading has not started yet, so the version can still be raised. */
  isWaiting: boolean;
  snapshot: Promise<ResourceSnapshot>;
}

interface CacheSlot {
  /** The latest snapshot. */
  current: { version: number; generation: number; snapshot: ResourceSnapshot } | null;
  /** The last refresh requested, until it is settled. */
  refresh: Refresh | null;
  /** Reads served from the current snapshot, and completed refreshes. */
  hits: number;
  refreshes: number;
  /** By `performance.now()`. */
  refreshedAt: number;
}

/** The figures of one resource's snapshot, for metrics. */
export interface SnapshotStats {
  path: string;
  records: number;
  hits: number;
  fills: number;
  /** Time since the last refresh. */
  ageSeconds: number;
}

/**
 * Caches a snapshot of each resource, from which reads are served. A snapshot is never older than the version requested:
 * the version is read before the data, so a snapshot may be newer than its label, but never older.
 */
export class SnapshotCache<Store> {
  readonly #store: Store;
  readonly #slots = new Map<string, CacheSlot>();
  /** Counts the changes made by this process. */
  #generation = 0;

  constructor(store: Store) {
    this.#store = store;
  }

  /**
   * Returns a snapshot that contains at least `version`.
   *
   * @param version the current version of the data; null while it can't be read. Then the cached snapshot is returned,
   * refreshed first if this process has changed the data since. If that refresh fails, the old snapshot is returned.
   * @throws the source's error when a required refresh fails.
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

  /** Call it after this process has changed the data, so that its callers see the change even while versions can't be read. */
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

  /** The figures of every snapshot loaded so far. */
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

  /** Refreshes run one after the other: at any rate of writes, at most one is running and one is waiting. */
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
