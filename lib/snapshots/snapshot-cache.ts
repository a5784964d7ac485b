import "server-only";
import { ResourceSnapshot, type SerializedRecord } from "./resource-snapshot.ts";

/** What a snapshot can be made of: its name, and how to read all of it. */
export interface SnapshotSource<Store> {
  readonly path: string;
  load(store: Store): Promise<SerializedRecord[]>;
}

interface Refresh {
  /** The snapshot is never older than that. */
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

/** What the metrics say of a snapshot. */
export interface SnapshotStats {
  path: string;
  records: number;
  hits: number;
  refreshes: number;
  /** Since it was read from the database. */
  ageSeconds: number;
}

/**
 * The serialised copy that reads are answered from. What it gives is never older than the
 * version asked for: a version is read before its data is, so a snapshot may be newer than
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
   * @throws whatever the source throws, when a snapshot has to be read anew and can't be.
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

  /** Called when this process has changed the data, so that it gives nothing older even when it can't ask for the version. */
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

  /** Of every snapshot that has been read. */
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

  /** One after the other: however fast others write, one filling is under way and one waits. */
  #refresh(source: SnapshotSource<Store>, slot: CacheSlot, version: number): Promise<ResourceSnapshot> {
    const before = slot.refresh?.snapshot;
    const work = async (): Promise<ResourceSnapshot> => {
      await before?.catch(() => undefined);
      refresh.isWaiting = false;
      refresh.generation = this.#generation;
      const snapshot = await ResourceSnapshot.of(await source.load(this.#store));
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
