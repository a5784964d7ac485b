import { fold, matcher } from "@/components/fold";
import type { Column, Filter, ListView, Surroundings } from "./list-view";
import type { Entries, Path } from "@/lib/resources/nouns";

/** A record with what search, filters and order need of it, worked out once for each version of the data. */
export interface Row<Entry> {
  entry: Entry;
  folded: string;
  /** By the filter's id. */
  values: Readonly<Record<string, string | null>>;
}

export function prepare<P extends Path>(
  view: ListView<P>,
  entries: readonly Entries[P][],
  around: Surroundings,
): Row<Entries[P]>[] {
  return entries.map((entry) => ({
    entry,
    folded: fold(view.columns.map((column) => column.text(entry, around)).join(" ")),
    values: Object.fromEntries(view.filters.map((filter) => [filter.id, filter.valueOf(entry, around)])),
  }));
}

/** In the order of a column, `-` before its id for the other way round; nulls stand last either way. */
export function inOrder<Entry>(
  rows: readonly Row<Entry>[],
  columns: readonly Column<Entry>[],
  order: string,
  around: Surroundings,
): readonly Row<Entry>[] {
  const isDescending = order.startsWith("-");
  const column = columns.find(({ id }) => id === order.replace(/^-/, ""));
  if (!column) return rows;
  const keyed = rows.map((row) => ({ row, key: keyOf(column, row.entry, around) }));
  return keyed.sort((a, b) => compare(a.key, b.key, isDescending)).map(({ row }) => row);
}

/** @param chosen the value of each filter that is set. */
export function narrowed<Entry>(
  rows: readonly Row<Entry>[],
  typed: string,
  chosen: Readonly<Record<string, string>>,
): readonly Row<Entry>[] {
  const matches = matcher(typed);
  const wanted = Object.entries(chosen);
  return rows.filter((row) => wanted.every(([id, value]) => row.values[id] === value) && matches(row.folded));
}

/** The values of a filter that occur, in the order of their words. */
export function choicesOf<Entry>(
  rows: readonly Row<Entry>[],
  { id, wordsFor }: Filter<Entry>,
  around: Surroundings,
): { value: string; words: string }[] {
  const values = new Set(rows.map(({ values }) => values[id]));
  return [...values]
    .filter((value) => typeof value === "string")
    .map((value) => ({ value, words: wordsFor?.(value, around) ?? value }))
    .sort((a, b) => compare(fold(a.words), fold(b.words), false));
}

function keyOf<Entry>(column: Column<Entry>, entry: Entry, around: Surroundings): string | number | null {
  const key = column.order ? column.order(entry, around) : column.text(entry, around);
  return typeof key === "string" ? fold(key) || null : key;
}

function compare(a: string | number | null, b: string | number | null, isDescending: boolean): number {
  if (a === b) return 0;
  if (a === null) return 1;
  if (b === null) return -1;
  return a < b === isDescending ? 1 : -1;
}
