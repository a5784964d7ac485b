import "server-only";
import { LRUCache } from "lru-cache";
import { turnTaker } from "../yielding.ts";
import { Body } from "./representation.ts";

/** One record of a resource, serialised both ways. */
export interface Listing {
  id: string;
  /** JSON of the record as its single read shows it. */
  record: string;
  /** JSON of the record as it stands in a list. */
  entry: string;
  /** The record's value for each filter of its resource. */
  filterValues: Record<string, string | null>;
}

/** Which values are asked for, by filter; a record must have one of each. */
export type Filters = Readonly<Record<string, readonly string[]>>;

const entriesAtOnce = 500;
const maxFilteredBytes = 8 * 1024 * 1024;
const maxRecords = 5_000;

/** All of one resource in one version, ready to send: the whole list, each record, filtered lists. */
export class Shelf {
  readonly #listings: Listing[];
  readonly #byId: Map<string, Listing>;
  readonly #whole: Body;
  readonly #byValue = new Map<string, Map<string, number[]>>();
  readonly #records: LRUCache<string, Body>;
  readonly #filtered = new LRUCache<string, Body>({
    maxSize: maxFilteredBytes,
    sizeCalculation: (body, key) => key.length + body.identity.length,
  });

  private constructor(listings: Listing[], byId: Map<string, Listing>, whole: Body) {
    this.#listings = listings;
    this.#byId = byId;
    this.#whole = whole;
    // It reserves memory for as many as it may hold.
    this.#records = new LRUCache({ max: Math.max(1, Math.min(maxRecords, listings.length)) });
  }

  /** Fills a shelf without keeping others waiting, however long the list is. */
  static async of(listings: Listing[]): Promise<Shelf> {
    const turn = turnTaker();
    const parts: Buffer[] = [];
    const byId = new Map<string, Listing>();
    for (let start = 0; start < listings.length; start += entriesAtOnce) {
      const next = listings.slice(start, start + entriesAtOnce);
      for (const listing of next) byId.set(listing.id, listing);
      parts.push(Buffer.from(`${start === 0 ? "" : ","}${next.map(({ entry }) => entry).join(",")}`));
      await turn();
    }
    return new Shelf(listings, byId, new Body(Buffer.concat([Buffer.from("["), ...parts, Buffer.from("]")])));
  }

  get count(): number {
    return this.#listings.length;
  }

  /** JSON of the list's first entry; null when the list is empty. */
  get first(): string | null {
    return this.#listings[0]?.entry ?? null;
  }

  /** JSON of each record, in the list's order. */
  records(): string[] {
    return this.#listings.map((listing) => listing.record);
  }

  list(filters: Filters): Body {
    const key = JSON.stringify(filters);
    if (key === "{}") return this.#whole;
    return this.#filtered.get(key) ?? this.#filter(filters, key);
  }

  record(id: string): Body | null {
    const kept = this.#records.get(id);
    if (kept) return kept;
    const listing = this.#byId.get(id);
    if (!listing) return null;
    const body = new Body(listing.record);
    this.#records.set(id, body);
    return body;
  }

  /** The record with the fewest nulls, the first of them in the list's order: the one that shows most. */
  fullest(): Listing | null {
    let fullest: Listing | null = null;
    let fewest = Infinity;
    for (const listing of this.#listings) {
      const nulls = countNulls(listing.entry);
      if (nulls >= fewest) continue;
      fullest = listing;
      fewest = nulls;
    }
    return fullest;
  }

  #filter(filters: Filters, key: string): Body {
    const wanted = Object.entries(filters).map(([name, values]) => [name, new Set(values)] as const);
    const matching = this.#candidates(wanted).filter(({ filterValues }) =>
      wanted.every(([name, values]) => values.has(filterValues[name] ?? "")),
    );
    // What matches nothing is made anew each time: a caller can invent such values without end.
    if (matching.length === 0) return nothing;
    const body = listOf(matching);
    this.#filtered.set(key, body);
    return body;
  }

  /** What the first filter leaves, in the list's order; a value that nobody has costs no walk through the list. */
  #candidates([[name, values] = ["", new Set<string>()]]: (readonly [string, Set<string>])[]): Listing[] {
    let index = this.#byValue.get(name);
    if (!index) {
      index = placesByValue(this.#listings, name);
      this.#byValue.set(name, index);
    }
    const places = [...values].flatMap((value) => index.get(value) ?? []).sort((a, b) => a - b);
    return places.flatMap((place) => this.#listings[place] ?? []);
  }
}

const nothing = new Body("[]");
function listOf(listings: Listing[]): Body {
  return new Body(`[${listings.map((listing) => listing.entry).join(",")}]`);
}

/** At which places of the list each value of a filter stands. */
function placesByValue(listings: Listing[], name: string): Map<string, number[]> {
  const index = new Map<string, number[]>();
  for (const [place, { filterValues }] of listings.entries()) {
    const value = filterValues[name] ?? "";
    const places = index.get(value);
    if (places) places.push(place);
    else index.set(value, [place]);
  }
  return index;
}

function countNulls(json: string): number {
  let nulls = 0;
  JSON.parse(json, (_, value: unknown) => {
    if (value === null) nulls += 1;
    return value;
  });
  return nulls;
}
