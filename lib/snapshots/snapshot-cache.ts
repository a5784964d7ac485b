import "server-only";
import { ResourceSnapshot, type SerializedRecord } from "./resource-snapshot.ts";

/** Returns the snapshot of another source, which contains at least what the snapshot that is being loaded has to. */
export type SnapshotReader<Store> = (source: SnapshotSource<Store>) => Promise<ResourceSnapshot>;

/** A resource that snapshots are built from: its path, and how to load all its records. */
export interface SnapshotSource<Store> {
  readonly path: string;
  /** Whether the whole list is never sent, so that it is not made. */
  readonly isUnlisted?: boolean;
  /** @param read for a source that is made of others. */
  load(store: Store, read: SnapshotReader<Store>): Promise<SerializedRecord[]>;
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
  refreshes: number;
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
    const slot = this.#slot(source);
    const { current, refresh } = slot;
    const isCurrent = (one: { version: number; generation: number }) =>
      version === null ? one.generation === this.#generation : version <= one.version;
    if (current && isCurrent(current)) {
      slot.hits += 1;
      return current.snapshot;
    }
    if (version === null && current) return this.#newest(source, slot, current);
    if (refresh && isCurrent(refresh)) return refresh.snapshot;
    if (refresh?.isWaiting) {
      refresh.version = version ?? refresh.version;
      return refresh.snapshot;
    }
    return this.#refresh(source, slot, version ?? 0);
  }

  /** Call it after this process has changed the data, so that its callers see the change even while versions can't be read. */
  invalidate(): void {
    this.#generation += 1;
  }

  async #newest(
    source: SnapshotSource<Store>,
    slot: CacheSlot,
    current: { version: number; snapshot: ResourceSnapshot },
  ): Promise<ResourceSnapshot> {
    const { refresh } = slot;
    const isNew = refresh && (refresh.isWaiting || refresh.generation === this.#generation);
    try {
      return await (isNew ? refresh.snapshot : this.#refresh(source, slot, current.version));
    } catch {
      return current.snapshot;
    }
  }

  /** @throws the source's error when a required refresh fails. */
  async #including(source: SnapshotSource<Store>, version: number, generation: number): Promise<ResourceSnapshot> {
    const slot = this.#slot(source);
    const { current, refresh } = slot;
    const includes = (one: { version: number; generation: number }) =>
      version <= one.version && generation <= one.generation;
    if (current && includes(current)) return current.snapshot;
    if (refresh && includes(refresh)) return refresh.snapshot;
    if (refresh?.isWaiting) {
      refresh.version = Math.max(refresh.version, version);
      return refresh.snapshot;
    }
    return this.#refresh(source, slot, Math.max(version, current?.version ?? 0));
  }

  /** The figures of every snapshot loaded so far. */
  stats(): SnapshotStats[] {
    return [...this.#slots].flatMap(([path, { current, hits, refreshes, refreshedAt }]) => {
      const ageSeconds = (performance.now() - refreshedAt) / 1000;
      return current ? [{ path, records: current.snapshot.count, hits, refreshes, ageSeconds }] : [];
    });
  }

  #slot({ path }: SnapshotSource<Store>): CacheSlot {
    let slot = this.#slots.get(path);
    if (!slot) {
      slot = { current: null, refresh: null, hits: 0, refreshes: 0, refreshedAt: 0 };
      this.#slots.set(path, slot);
    }
    return slot;
  }

  /** Refreshes run one after the other: at any rate of writes, at most one is running and one is waiting. */
  #refresh(source: SnapshotSource<Store>, slot: CacheSlot, version: number): Promise<ResourceSnapshot> {
    const before = slot.refresh?.snapshot;
    const work = async (): Promise<ResourceSnapshot> => {
      await before?.catch(() => undefined);
      refresh.isWaiting = false;
      refresh.generation = this.#generation;
      const { version, generation } = refresh;
      const read: SnapshotReader<Store> = (other) => this.#including(other, version, generation);
      const snapshot = await ResourceSnapshot.of(await source.load(this.#store, read), source);
      slot.current = { version: refresh.version, generation: refresh.generation, snapshot };
      slot.refreshes += 1;
      slot.refreshedAt = performance.now();
      return snapshot;
    };
    const refresh: Refresh = {
      version,
      generation: this.#generation,
      isWaiting: true,
      snapshot: Promise.resolve().then(work),
    };
    slot.refresh = refresh;
    const settle = () => {
      if (slot.refresh === refresh) slot.refresh = null;
    };
    refresh.snapshot.then(settle, settle);
    return refresh.snapshot;
  }
}
