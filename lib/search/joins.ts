import "server-only";
import { referencesIn } from "../fields.ts";
import type { ResourcePath } from "../resources/nouns.ts";
import { isPath } from "../resources/nouns.ts";
import { resources } from "../resources/resources.ts";
import { createYielder } from "../yielding.ts";

/** A reference that a search follows: the field that names its noun, in the record or in an entry of its details. */
export interface Edge {
  readonly to: ResourcePath;
  readonly field: string;
  /** The list in the details whose entries refer; absent: the record itself refers. */
  readonly list?: string;
}

/** The parameter that names records of a noun: `show_id`. */
export function idParameter(path: string): string {
  const noun = resources.find((one) => one.path === path);
  return `${noun?.singular.toLowerCase().replaceAll(" ", "_") ?? path}_id`;
}

/**
 * The references of each noun that a search follows. Others have another name than the noun's parameter
 * (`current_show_id`, `transfer_of`): they say something else than where a record belongs.
 */
const edges = new Map<ResourcePath, readonly Edge[]>(
  resources.flatMap(({ path, record, details }) => {
    if (!isPath(path)) return [];
    const found = [
      ...[...referencesIn(record)].map(([field, { to }]) => ({ to, field })),
      ...[...(details ? referencesIn(details.document) : [])].flatMap(([list, { to, member }]) =>
        member === undefined ? [] : [{ to, field: member, list }],
      ),
    ];
    return [[path, found.filter((edge): edge is Edge => isPath(edge.to) && edge.field === idParameter(edge.to))]];
  }),
);

export function edgesFrom(path: ResourcePath): readonly Edge[] {
  return edges.get(path) ?? [];
}

/** The nouns that others refer to, in the order of the API's description. */
export const referredNouns = [...edges.keys()].filter((path) =>
  [...edges.values()].some((from) => from.some(({ to }) => to === path)),
);

/** The shortest way along references, without its beginning; null when there is none. */
export function wayTo(from: ResourcePath, to: ResourcePath): readonly ResourcePath[] | null {
  return waysFrom(from).get(to) ?? null;
}

const ways = new Map<ResourcePath, ReadonlyMap<ResourcePath, readonly ResourcePath[]>>();

function waysFrom(from: ResourcePath): ReadonlyMap<ResourcePath, readonly ResourcePath[]> {
  const known = ways.get(from);
  if (known) return known;
  const found = new Map<ResourcePath, readonly ResourcePath[]>([[from, []]]);
  // The map grows while it is walked, so that the shortest ways are found first.
  for (const [here, way] of found)
    for (const { to } of edgesFrom(here)) if (!found.has(to)) found.set(to, [...way, to]);
  ways.set(from, found);
  return found;
}

/**
 * The noun whose records connect all of these: the first itself, or the one that leads to the fewest others. A cast
 * member connects a person and a theatre.
 */
export function connectingNoun(nouns: readonly ResourcePath[]): ResourcePath | null {
  const candidates = [...edges.keys()].filter((from) => nouns.every((noun) => wayTo(from, noun) !== null));
  const own = candidates.find((from) => from === nouns[0]);
  const reach = (noun: ResourcePath) => waysFrom(noun).size;
  return own ?? candidates.toSorted((a, b) => reach(a) - reach(b))[0] ?? null;
}

/** From each record of one noun, by its place in the list, the places of the records of another that it leads to. */
export class Links {
  readonly #starts: Int32Array;
  readonly #targets: Int32Array;

  constructor(starts: Int32Array, targets: Int32Array) {
    this.#starts = starts;
    this.#targets = targets;
  }

  static async of(count: number, targetsOf: (place: number) => readonly number[]): Promise<Links> {
    const turn = createYielder();
    const starts = new Int32Array(count + 1);
    const targets: number[] = [];
    for (let place = 0; place < count; place += 1) {
      for (const target of targetsOf(place)) targets.push(target);
      starts[place + 1] = targets.length;
      if (place % 256 === 0) await turn();
    }
    return new Links(starts, Int32Array.from(targets));
  }

  get count(): number {
    return this.#starts.length - 1;
  }

  targets(place: number): Int32Array {
    return this.#targets.subarray(this.#starts[place] ?? 0, this.#starts[place + 1] ?? 0);
  }

  /** How many targets a place has. */
  countAt(place: number): number {
    return (this.#starts[place + 1] ?? 0) - (this.#starts[place] ?? 0);
  }

  some(place: number, test: (target: number) => boolean): boolean {
    const end = this.#starts[place + 1] ?? 0;
    for (let at = this.#starts[place] ?? 0; at < end; at += 1) if (test(this.#targets[at] ?? 0)) return true;
    return false;
  }

  /** The targets of the targets. */
  followedBy(next: Links): Promise<Links> {
    return Links.of(this.count, (place) => [...this.targets(place)].flatMap((target) => [...next.targets(target)]));
  }

  /** The same in the other direction. @param count how many records the targets' noun has. */
  async inverted(count: number): Promise<Links> {
    const turn = createYielder();
    const starts = new Int32Array(count + 1);
    for (const target of this.#targets) starts[target + 1] = (starts[target + 1] ?? 0) + 1;
    for (let place = 0; place < count; place += 1) starts[place + 1] = (starts[place + 1] ?? 0) + (starts[place] ?? 0);
    const next = starts.slice();
    const sources = new Int32Array(this.#targets.length);
    for (let place = 0; place < this.count; place += 1) {
      for (const target of this.targets(place)) {
        const at = next[target] ?? 0;
        sources[at] = place;
        next[target] = at + 1;
      }
      if (place % 256 === 0) await turn();
    }
    return new Links(starts, sources);
  }
}
