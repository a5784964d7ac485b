import "server-only";
import { memoize } from "../../core/memoize.browser.ts";
import { createYielder, sortYielding } from "../../core/yielding.ts";
import { foldName, isOneLetterOff } from "../../core/fold.browser.ts";
import { mayBeMisspelt, nameRanks, rankOfName, type NameRank } from "./matching.browser.ts";
import type { Alias } from "../../records/schema.browser.ts";
import type { Row } from "../../catalogue/row.ts";
import type { RowChange } from "../../catalogue/table.ts";
import { lowerBound } from "../../core/sort.ts";

/** How well a word of the query matches a record. */
const levels = { misspelt: 1, exact: 2 } as const;

const wordsBetweenChecks = 1024;

/** The records that match a word of the query: the level of each, by its id. */
type MatchedWord = ReadonlyMap<string, number>;

/** The other names of a record; none for a resource without them. */
export function aliasesOf({ details }: Row): readonly Alias[] {
  // The schema parsed the aliases when they were written.
  return (details["aliases"] ?? []) as Alias[];
}

export function nameWordsOf(row: Row): ReadonlySet<string> {
  const names = [String(row.record["name"]), ...aliasesOf(row).map(({ name }) => name)];
  const words = new Set(names.flatMap((name) => foldName(name).split(" ")));
  words.delete("");
  return words;
}

/** Matches each word of a query. @param typed folded, and not empty. */
export async function matchNames(index: WordIndex, typed: string): Promise<readonly MatchedWord[]> {
  const turn = createYielder();
  const matched: MatchedWord[] = [];
  for (const word of typed.split(" ")) matched.push(await matchWord(index, word, turn));
  return matched;
}

async function matchWord(index: WordIndex, typed: string, turn: () => Promise<void> | undefined): Promise<MatchedWord> {
  const levelOf = new Map<string, number>();
  const mark = (word: string, level: number) => {
    for (const id of index.ids(word)) levelOf.set(id, level);
  };
  if (mayBeMisspelt(typed))
    for (const [position, word] of index.words.entries()) {
      if (Math.abs(word.length - typed.length) <= 1 && isOneLetterOff(typed, word)) mark(word, levels.misspelt);
      if (position % wordsBetweenChecks === 0) await turn();
    }
  // Last, because a record can have both a misspelt word and an exact one.
  const { words } = index;
  for (let at = index.firstFrom(typed); words[at]?.startsWith(typed); at += 1) mark(words[at] ?? "", levels.exact);
  return levelOf;
}

/**
 * The rank of a record by its names, or by those of several resources; null: not every word of the query matches.
 *
 * @param typed folded. @param names the records that have the names, and what matches in their resource.
 */
export function rankOfNames(typed: string, names: readonly (readonly [readonly MatchedWord[], readonly Row[]])[]) {
  const [[first] = [[]]] = names;
  let isExact = true;
  for (const word of first.keys()) {
    let best = 0;
    for (const [matched, rows] of names) for (const { id } of rows) best = Math.max(best, matched[word]?.get(id) ?? 0);
    if (best === 0) return null;
    isExact &&= best === levels.exact;
  }
  if (!isExact) return nameRanks.misspelt;
  let rank: NameRank = nameRanks.words;
  for (const [, rows] of names)
    for (const row of rows) rank = Math.min(rank, rankOfName(foldedNameOf(row), typed)) as NameRank;
  return rank;
}

const foldedNameOf = memoize(({ record }: Row) => foldName(String(record["name"])));

const rowsBetweenChecks = 64;

/** The ids of the records that have each word. Arrays are replaced, never changed: a search that walks one yields. */
export class WordIndex {
  readonly #wordsOf: (row: Row) => ReadonlySet<string>;
  readonly #ids = new Map<string, string[]>();
  #words: readonly string[] = [];

  private constructor(wordsOf: (row: Row) => ReadonlySet<string>) {
    this.#wordsOf = wordsOf;
  }

  static async of(rows: Iterable<Row>, wordsOf: (row: Row) => ReadonlySet<string>): Promise<WordIndex> {
    const turn = createYielder();
    const index = new WordIndex(wordsOf);
    let count = 0;
    for (const row of rows) {
      for (const word of wordsOf(row)) {
        const ids = index.#ids.get(word);
        if (ids) ids.push(row.id);
        else index.#ids.set(word, [row.id]);
      }
      count += 1;
      if (count % rowsBetweenChecks === 0) await turn();
    }
    index.#words = await sortYielding([...index.#ids.keys()], (a, b) => (a < b ? -1 : 1));
    return index;
  }

  /** All words, sorted. */
  get words(): readonly string[] {
    return this.#words;
  }

  ids(word: string): readonly string[] {
    return this.#ids.get(word) ?? [];
  }

  /** The place of the first word that does not come before the text. */
  firstFrom(text: string): number {
    return lowerBound(this.#words, (word) => word < text);
  }

  apply(changes: readonly RowChange[]): void {
    for (const { before, after } of changes) {
      const [old, now] = [before, after].map((row) => (row ? this.#wordsOf(row) : new Set<string>()));
      for (const word of old ?? []) if (before && !now?.has(word)) this.#remove(word, before.id);
      for (const word of now ?? []) if (after && !old?.has(word)) this.#add(word, after.id);
    }
  }

  #add(word: string, id: string): void {
    if (!this.#ids.has(word)) this.#words = this.#words.toSpliced(this.firstFrom(word), 0, word);
    this.#ids.set(word, [...this.ids(word), id]);
  }

  #remove(word: string, id: string): void {
    const ids = this.ids(word).filter((one) => one !== id);
    if (ids.length > 0) this.#ids.set(word, ids);
    else if (this.#ids.delete(word)) this.#words = this.#words.toSpliced(this.firstFrom(word), 1);
  }
}
