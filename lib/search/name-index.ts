import "server-only";
import { createYielder, sortYielding } from "../yielding.ts";
import { foldName, isOneLetterOff, mayBeMisspelt, nameRanks, rankOfName, type NameRank } from "./matching.ts";

/** How well a word of the query matches each record: not at all, with a wrong letter, or exactly. */
const levels = { none: 0, misspelt: 1, exact: 2 } as const;

/** The records that match one word, and the level of each record. */
interface Column {
  readonly levels: Uint8Array;
  readonly places: number[];
}

const wordsBetweenChecks = 1024;

/** A query, matched against the names of a noun's records. Records are named by their place in the list. */
export interface MatchedNames {
  readonly words: number;
  /** Records among which are all that match every word. */
  readonly places: readonly number[];
  /** The level of a word of the query for a record. */
  level(word: number, place: number): number;
  /** Whether the folded name is the query, begins with it, or neither; without regard to aliases. */
  nameRank(place: number): NameRank;
}

/** The words of a noun's names and aliases, and the records that have each. */
export class NameIndex {
  readonly #names: readonly string[];
  readonly #words: readonly string[];
  readonly #places: readonly (readonly number[])[];

  private constructor(names: readonly string[], words: readonly string[], places: readonly (readonly number[])[]) {
    this.#names = names;
    this.#words = words;
    this.#places = places;
  }

  /** @param aliases of each record, in the order of `names`. */
  static async of(names: readonly string[], aliases: readonly (readonly string[])[]): Promise<NameIndex> {
    const turn = createYielder();
    const folded: string[] = [];
    const byWord = new Map<string, number[]>();
    for (const [place, name] of names.entries()) {
      const own = foldName(name);
      folded.push(own);
      for (const word of [own, ...(aliases[place] ?? []).map(foldName)].flatMap((text) => text.split(" "))) {
        const places = byWord.get(word);
        if (!places) byWord.set(word, [place]);
        else if (places.at(-1) !== place) places.push(place);
      }
      if (place % 64 === 0) await turn();
    }
    byWord.delete("");
    const words = await sortYielding([...byWord.keys()], (a, b) => (a < b ? -1 : 1));
    return new NameIndex(
      folded,
      words,
      words.map((word) => byWord.get(word) ?? []),
    );
  }

  /** @param typed folded, and not empty. */
  async match(typed: string): Promise<MatchedNames> {
    const turn = createYielder();
    const columns: Column[] = [];
    for (const word of typed.split(" ")) columns.push(await this.#match(word, turn));
    const [rarest] = columns.toSorted((a, b) => a.places.length - b.places.length);
    return {
      words: columns.length,
      places: rarest?.places ?? [],
      level: (word, place) => columns[word]?.levels[place] ?? levels.none,
      nameRank: (place) => rankOfName(this.#names[place] ?? "", typed),
    };
  }

  async #match(typed: string, turn: () => Promise<void> | undefined): Promise<Column> {
    const column: Column = { levels: new Uint8Array(this.#names.length), places: [] };
    const mark = (index: number, level: number) => {
      for (const place of this.#places[index] ?? []) {
        if (column.levels[place] === levels.none) column.places.push(place);
        column.levels[place] = Math.max(column.levels[place] ?? 0, level);
      }
    };
    if (mayBeMisspelt(typed))
      for (const [index, word] of this.#words.entries()) {
        if (Math.abs(word.length - typed.length) <= 1 && isOneLetterOff(typed, word)) mark(index, levels.misspelt);
        if (index % wordsBetweenChecks === 0) await turn();
      }
    for (let index = firstFrom(this.#words, typed); this.#words[index]?.startsWith(typed); index += 1)
      mark(index, levels.exact);
    return column;
  }
}

/** The rank of a record that has one or several names; null: not every word of the query matches. */
export function rankOfNames(names: readonly (readonly [MatchedNames, Iterable<number>])[]): NameRank | null {
  const [[first] = []] = names;
  let isExact = true;
  for (let word = 0; word < (first?.words ?? 0); word += 1) {
    let best = 0;
    for (const [matched, places] of names)
      for (const place of places) best = Math.max(best, matched.level(word, place));
    if (best === levels.none) return null;
    isExact &&= best === levels.exact;
  }
  if (!isExact) return nameRanks.misspelt;
  let rank: NameRank = nameRanks.words;
  for (const [matched, places] of names)
    for (const place of places) rank = Math.min(rank, matched.nameRank(place)) as NameRank;
  return rank;
}

/** The place of the first word that does not come before the text. */
function firstFrom(words: readonly string[], text: string): number {
  let [low, high] = [0, words.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((words[middle] ?? "") < text) low = middle + 1;
    else high = middle;
  }
  return low;
}
