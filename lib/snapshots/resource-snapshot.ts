import "server-only";
import { LRUCache } from "lru-cache";
import { createYielder } from "../yielding.ts";
import { Representation } from "./representation.ts";

/** A record of a resource, serialised for its single read and for the list. */
export interface SerializedRecord {
  id: string;
  /** JSON of the record in its single read. */
  record: string;
  /** JSON of the record in a list. */
  entry: string;
  /** The record's value for each filter of its resource. */
  filterValues: Record<string, string | null>;
}

/** The accepted values of each filter. A record must match every filter. */
export type Filters = Readonly<Record<string, readonly string[]>>;

const entriesAtOnce = 500;
const maxFilteredBytes = 8 * 1024 * 1024;
const maxRecords = 5_000;

/** One resource in one version of the data, ready to send: the whole list, each record, and filtered lists. */
export class ResourceSnapshot {
  readonly #serialized: SerializedRecord[];
  readonly #byId: Map<string, SerializedRecord>;
  readonly #whole: Representation;
  /** By filter and value, the places of the records. */
  readonly #byValue: ReadonlyMap<string, ReadonlyMap<string, readonly number[]>>;
  readonly #records: LRUCache<string, Representation>;
  readonly #filtered = new LRUCache<string, Representation>({
    maxSize: maxFilteredBytes,
    sizeCalculation: (body, key) => key.length + body.identity.length,
  });

  private constructor(
    serializedRecords: SerializedRecord[],
    byId: Map<string, SerializedRecord>,
    byValue: ReadonlyMap<string, ReadonlyMap<string, readonly number[]>>,
    whole: Representation,
  ) {
    this.#serialized = serializedRecords;
    this.#byId = byId;
    this.#byValue = byValue;
    this.#whole = whole;
    // Bounded by the number of records, because the cache reserves memory for `max` entries.
    this.#records = new LRUCache({ max: Math.max(1, Math.min(maxRecords, serializedRecords.length)) });
  }

  /**
   * Builds a snapshot. It yields to the event loop, so that a long list does not delay other requests.
   *
   * @param isUnlisted the whole list is never sent: `list({})` is empty.
   */
  static async of(serializedRecords: SerializedRecord[], { isUnlisted = false } = {}): Promise<ResourceSnapshot> {
    const turn = createYielder();
    const parts = [Buffer.from("[")];
    const byId = new Map<string, SerializedRecord>();
    const byValue = new Map<string, Map<string, number[]>>();
    for (let start = 0; start < serializedRecords.length; start += entriesAtOnce) {
      const next = serializedRecords.slice(start, start + entriesAtOnce);
      for (const [index, serialized] of next.entries()) {
        byId.set(serialized.id, serialized);
        addPlace(byValue, serialized, start + index);
      }
      if (!isUnlisted) parts.push(Buffer.from(`${start === 0 ? "" : ","}${next.map(({ entry }) => entry).join(",")}`));
      await turn();
    }
    parts.push(Buffer.from("]"));
    return new ResourceSnapshot(serializedRecords, byId, byValue, await Representation.joined(parts));
  }

  get count(): number {
    return this.#serialized.length;
  }

  /** JSON of the first entry of the list; null when the list is empty. */
  get first(): string | null {
    return this.#serialized[0]?.entry ?? null;
  }

  /** JSON of each record, in the order of the list. */
  records(): string[] {
    return this.#serialized.map((serialized) => serialized.record);
  }

  /** All records as they are serialised, in the order of the list. */
  get serialized(): readonly SerializedRecord[] {
    return this.#serialized;
  }

  /** A record as it is serialised; undefined when there is none with this id. */
  serializedRecord(id: string): SerializedRecord | undefined {
    return this.#byId.get(id);
  }

  list(filters: Filters): Representation {
    const key = JSON.stringify(filters);
    if (key === "{}") return this.#whole;
    return this.#filtered.get(key) ?? this.#filter(filters, key);
  }

  record(id: string): Representation | null {
    const kept = this.#records.get(id);
    if (kept) return kept;
    const serialized = this.#byId.get(id);
    if (!serialized) return null;
    const body = new Representation(serialized.record);
    this.#records.set(id, body);
    return body;
  }

  /** The first record with the fewest nulls, which makes the most complete example; null when the list is empty. */
  bestExample(): SerializedRecord | null {
    let fullest: SerializedRecord | null = null;
    let fewest = Infinity;
    for (const serialized of this.#serialized) {
      const nulls = countNulls(serialized.entry);
      if (nulls >= fewest) continue;
      fullest = serialized;
      fewest = nulls;
    }
    return fullest;
  }

  #filter(filters: Filters, key: string): Representation {
    const wanted = Object.entries(filters).map(([name, values]) => [name, new Set(values)] as const);
    const matching = this.#candidates(wanted).filter(({ filterValues }) =>
      wanted.every(([name, values]) => values.has(filterValues[name] ?? "")),
    );
    // Empty results are not cached, because a caller can invent any number of such values.
    if (matching.length === 0) return noRecords;
    const body = serializeList(matching);
    this.#filtered.set(key, body);
    return body;
  }

  /** The records that match the first filter, in the order of the list. An index avoids a scan for unknown values. */
  #candidates([[name, values] = ["", new Set<string>()]]: (readonly [string, Set<string>])[]): SerializedRecord[] {
    const index = this.#byValue.get(name);
    const places = [...values].flatMap((value) => index?.get(value) ?? []).sort((a, b) => a - b);
    return places.flatMap((place) => this.#serialized[place] ?? []);
  }
}

const noRecords = new Representation("[]");
function serializeList(serializedRecords: SerializedRecord[]): Representation {
  return new Representation(`[${serializedRecords.map((serialized) => serialized.entry).join(",")}]`);
}

/** Adds the place of a record to the places of its filter values. */
function addPlace(byValue: Map<string, Map<string, number[]>>, { filterValues }: SerializedRecord, place: number) {
  for (const name in filterValues) {
    let index = byValue.get(name);
    if (!index) byValue.set(name, (index = new Map<string, number[]>()));
    const value = filterValues[name] ?? "";
    const places = index.get(value);
    if (places) places.push(place);
    else index.set(value, [place]);
  }
}

function countNulls(json: string): number {
  let nulls = 0;
  JSON.parse(json, (_, value: unknown) => {
    if (value === null) nulls += 1;
    return value;
  });
  return nulls;
}
