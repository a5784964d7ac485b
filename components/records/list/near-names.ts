import { createRanker, nameKey, nameRanks } from "@/lib/listings/search/matching.browser";
import type { ListColumn, ListContext } from "./list-view";
import type { RecordRow } from "./rows";

const maxNear = 3;
/** A longer text is no name. */
const longestName = 100;

/** A name in a list, once for all its spellings that have the same key. */
export type ListedNames = ReadonlyMap<string, string>;

/** The names in the columns of a list by their keys, the first column's first. */
export function listedNames<Entry>(
  rows: readonly RecordRow<Entry>[],
  columns: readonly ListColumn<Entry>[],
  context: ListContext,
): ListedNames {
  const named = columns.filter(({ isExtra, isRigid }) => !isExtra && !isRigid);
  const texts = new Set(named.flatMap(({ text }) => rows.map(({ entry }) => text(entry, context))));
  const names = new Map<string, string>();
  for (const text of texts) {
    const key = text.length > longestName ? "" : nameKey(text);
    if (key !== "" && !names.has(key)) names.set(key, text);
  }
  return names;
}

/** The names that a query without results may be meant for: its words are theirs, with one wrong letter at most. */
export function nearNames(names: ListedNames, typed: string): string[] {
  const rankOf = createRanker(typed);
  const near: string[] = [];
  for (const [key, name] of names) {
    if (rankOf(key) === nameRanks.misspelt) near.push(name);
    if (near.length === maxNear) break;
  }
  return near;
}
