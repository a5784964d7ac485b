import "server-only";
import type { RowChange } from "../../catalogue/table.ts";
import type { Row } from "../../catalogue/row.ts";
import { lowerBound } from "../../core/sort.ts";
import { createYielder, sortYielding } from "../../core/yielding.ts";

const rowsBetweenChecks = 64;

/**
 * The words of a resource's records, and the ids of the records that have each. Its arrays are replaced, never changed,
 * because a search that walks one yields to the event loop.
 */
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
