import "server-only";
import { LRUCache } from "lru-cache";
import type { FlatRecord } from "../audit-log/queries.ts";
import type { PrismaClient } from "../db/generated/client.ts";
import type { ReadContext } from "../http/route.ts";
import type { ResourcePath } from "../resources/nouns.ts";
import { resourceAt } from "../resources/resources.ts";
import type { Representation } from "../snapshots/representation.ts";
import type { ResourceSnapshot } from "../snapshots/resource-snapshot.ts";
import type { SnapshotCache, SnapshotSource } from "../snapshots/snapshot-cache.ts";
import { lastChangesOf } from "../updates/last-changes.ts";
import { mapYielding } from "../yielding.ts";
import { edgesFrom, Links, wayTo } from "./joins.ts";
import { NameIndex } from "./name-index.ts";

/** A response without its status. */
export interface Answer {
  readonly body: Representation;
  readonly headers: Record<string, string>;
}

/** Each is as long as its list. */
const maxSorted = 24;
const maxAnswerBytes = 16 * 1024 * 1024;
/** What an answer takes besides its body and its key. */
const answerBytes = 512;

/**
 * What a version of the data is searched with. Each part is made on first use, without blocking the event loop, from
 * the snapshots that serve the lists. Records are named by their place in the list of their noun.
 */
export class SearchIndex {
  readonly version: number | null;
  readonly #context: ReadContext;
  readonly #snapshots: SnapshotCache<PrismaClient>;
  readonly #sources = new Map<SnapshotSource<PrismaClient>, Promise<ResourceSnapshot>>();
  readonly #parts = new Map<string, Promise<unknown>>();
  readonly #answers = new LRUCache<string, Answer>({
    maxSize: maxAnswerBytes,
    sizeCalculation: ({ body }, key) => body.identity.length + 2 * key.length + answerBytes,
  });
  readonly #pending = new Map<string, Promise<Answer>>();
  readonly #sorted = new LRUCache<string, Promise<readonly number[]>>({ max: maxSorted });

  constructor({ infrastructure, versions }: ReadContext) {
    this.#context = { infrastructure, versions };
    this.#snapshots = infrastructure.snapshots;
    this.version = versions?.data ?? null;
  }

  /** Whether all that it was made from is current, for when the version of the data is unknown. */
  async isCurrent(): Promise<boolean> {
    const checked = [...this.#sources].map(
      async ([source, held]) => (await this.#snapshots.snapshot(source, null)) === (await held),
    );
    return (await Promise.all(checked)).every(Boolean);
  }

  /** The response to a question, computed once. @param key the question in its canonical form, and the day. */
  async answer(key: string, compute: () => Promise<Answer>): Promise<Answer> {
    const known = this.#answers.get(key) ?? this.#pending.get(key);
    if (known) return known;
    const pending = compute();
    this.#pending.set(key, pending);
    try {
      const answer = await pending;
      this.#answers.set(key, answer);
      return answer;
    } finally {
      this.#pending.delete(key);
    }
  }

  list(path: ResourcePath): Promise<ResourceSnapshot> {
    return this.#from(resourceAt(path));
  }

  /** The details documents as they are stored. */
  detailsList(path: ResourcePath): Promise<ResourceSnapshot | null> {
    const { details } = resourceAt(path);
    return details ? this.#from(details.detailsSource) : Promise.resolve(null);
  }

  sourcesList(path: ResourcePath): Promise<ResourceSnapshot | null> {
    const { details } = resourceAt(path);
    return details ? this.#from(details.sourcesSource) : Promise.resolve(null);
  }

  /** The flat records, in the order of the list. */
  records(path: ResourcePath): Promise<readonly FlatRecord[]> {
    return this.part(`records ${path}`, async () =>
      mapYielding((await this.list(path)).serialized, ({ record }) => JSON.parse(record) as FlatRecord),
    );
  }

  /** The details of each record; null for one that has changed its place in the meantime. */
  details(path: ResourcePath): Promise<readonly (FlatRecord | null)[]> {
    return this.part(`details ${path}`, async () => {
      const stored = await this.detailsList(path);
      return mapYielding((await this.list(path)).serialized, ({ id }) => {
        const json = stored?.serializedRecord(id)?.record;
        return json === undefined ? null : (JSON.parse(json) as FlatRecord);
      });
    });
  }

  /** The place of each id in the list. */
  places(path: ResourcePath): Promise<ReadonlyMap<string, number>> {
    return this.part(`places ${path}`, async () => {
      const places = new Map<string, number>();
      await mapYielding((await this.list(path)).serialized, ({ id }) => places.set(id, places.size));
      return places;
    });
  }

  names(path: ResourcePath): Promise<NameIndex> {
    return this.part(`names ${path}`, async () => {
      const names = await mapYielding(await this.records(path), (record) => String(record["name"]));
      // The schema parsed the aliases when they were written.
      const aliases = await mapYielding(await this.details(path), (one) =>
        ((one?.["aliases"] ?? []) as { name: string }[]).map(({ name }) => name),
      );
      return NameIndex.of(names, aliases);
    });
  }

  /** When each record was last changed, in milliseconds since 1970; NaN for one that is gone in the meantime. */
  changes(path: ResourcePath): Promise<readonly number[]> {
    return this.part(`changes ${path}`, async () => {
      const times = await lastChangesOf({ path }, this.#context);
      return mapYielding((await this.list(path)).serialized, ({ id }) => Date.parse(times.get(id) ?? ""));
    });
  }

  /** The records of one noun that those of another lead to. @param own follows no references of the details. */
  links(from: ResourcePath, to: ResourcePath, own = false): Promise<Links> {
    return this.part(`links ${from} ${to} ${String(own)}`, async () => {
      const way = wayTo(from, to) ?? [];
      const [next = from, ...others] = way;
      if (others.length === 0) return this.#directLinks(from, next, own);
      return (await this.#directLinks(from, next, own)).followedBy(await this.links(next, to, own));
    });
  }

  /** The records that lead to those of another noun. */
  linksBack(from: ResourcePath, to: ResourcePath): Promise<Links> {
    return this.part(`back ${from} ${to}`, async () =>
      (await this.links(from, to)).inverted((await this.list(to)).count),
    );
  }

  async #directLinks(from: ResourcePath, to: ResourcePath, own: boolean): Promise<Links> {
    const records = await this.records(from);
    if (from === to) return Links.of(records.length, (place) => [place]);
    const edges = edgesFrom(from).filter((edge) => edge.to === to && !(own && edge.list !== undefined));
    const details = edges.some(({ list }) => list !== undefined) ? await this.details(from) : [];
    const places = await this.places(to);
    return Links.of(records.length, (place) => {
      const targets: number[] = [];
      for (const { field, list } of edges)
        for (const entry of list === undefined ? [records[place]] : ((details[place]?.[list] ?? []) as FlatRecord[])) {
          const target = places.get(String(entry?.[field]));
          if (target !== undefined) targets.push(target);
        }
      return targets;
    });
  }

  /** All places of a list in another order. @param name unique among the orders. */
  sortedPlaces(name: string, sort: () => Promise<readonly number[]>): Promise<readonly number[]> {
    const known = this.#sorted.get(name);
    if (known) return known;
    const pending = sort();
    this.#sorted.set(name, pending);
    pending.catch(() => this.#sorted.delete(name));
    return pending;
  }

  /** A part that is made once. @param name unique among the parts. */
  part<Made>(name: string, make: () => Promise<Made>): Promise<Made> {
    // The cast is safe: a name belongs to one kind of part.
    return this.#once(this.#parts, name, make) as Promise<Made>;
  }

  #from(source: SnapshotSource<PrismaClient>): Promise<ResourceSnapshot> {
    return this.#once(this.#sources, source, () => this.#snapshots.snapshot(source, this.version));
  }

  /** What failed is tried again by the next request. */
  #once<Key, Made>(made: Map<Key, Promise<Made>>, key: Key, make: () => Promise<Made>): Promise<Made> {
    const known = made.get(key);
    if (known) return known;
    const pending = make();
    made.set(key, pending);
    pending.catch(() => made.delete(key));
    return pending;
  }
}

const indexes = new WeakMap<SnapshotCache<PrismaClient>, SearchIndex>();

/** The index of the current version of the data. */
export async function currentIndex(context: ReadContext): Promise<SearchIndex> {
  const { snapshots } = context.infrastructure;
  const held = indexes.get(snapshots);
  const version = context.versions?.data ?? null;
  if (held && version !== null && held.version !== null && version <= held.version) return held;
  if (held && version === null && (await held.isCurrent())) return held;
  const index = new SearchIndex(context);
  indexes.set(snapshots, index);
  return index;
}
