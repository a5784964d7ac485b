import { foldText, createMatcher } from "@/components/fold";
import type { ListColumn, ListFilter, ListView, ListContext } from "./list-view";
import type { Entries, ResourcePath } from "@/lib/resources/nouns";

/** A record with what search, filters and order need of it, worked out once for each version of the data. */
export interface Row<Entry> {
  entry: Entry;
  folded: string;
  /** By the filter's id. */
  values: Readonly<Record<string, string | null>>;
}

export function prepareRows<P extends ResourcePath>(
  view: ListView<P>,
  entries: readonly Entries[P][],
  context: ListContext,
): Row<Entries[P]>[] {
  return entries.map((entry) => ({
    entry,
    folded: foldText(view.columns.map((column) => column.text(entry, context)).join(" ")),
    values: Object.fromEntries(view.filters.map((filter) => [filter.id, filter.valueOf(entry, context)])),
  }));
}

/** In the order of a column, `-` before its id for the other way round; nulls stand last either way. */
export function sortRows<Entry>(
  rows: readonly Row<Entry>[],
  columns: readonly ListColumn<Entry>[],
  order: string,
  context: ListContext,
): readonly Row<Entry>[] {
  const isDescending = order.startsWith("-");
  const column = columns.find(({ id }) => id === order.replace(/^-/, ""));
  if (!column) return rows;
  const keyed = rows.map((row) => ({ row, key: keyOf(column, row.entry, context) }));
  return keyed.sort((a, b) => compare(a.key, b.key, isDescending)).map(({ row }) => row);
}

/** @param chosen the value of each filter that is set. */
export function filterRows<Entry>(
  rows: readonly Row<Entry>[],
  typed: string,
  chosen: Readonly<Record<string, string>>,
): readonly Row<Entry>[] {
  const matches = createMatcher(typed);
  const wanted = Object.entries(chosen);
  return rows.filter((row) => wanted.every(([id, value]) => row.values[id] === value) && matches(row.folded));
}

/** The values of a filter that occur, in the order of their words. */
export function filterChoices<Entry>(
  rows: readonly Row<Entry>[],
  { id, labelFor }: ListFilter<Entry>,
  context: ListContext,
): { value: string; words: string }[] {
  const values = new Set(rows.map(({ values }) => values[id]));
  return [...values]
    .filter((value) => typeof value === "string")
    .map((value) => ({ value, words: labelFor?.(value, context) ?? value }))
    .sort((a, b) => compare(foldText(a.words), foldText(b.words), false));
}

function keyOf<Entry>(column: ListColumn<Entry>, entry: Entry, context: ListContext): string | number | null {
  const key = column.sortValue ? column.sortValue(entry, context) : column.text(entry, context);
  return typeof key === "string" ? foldText(key) || null : key;
}

function compare(a: string | number | null, b: string | number | null, isDescending: boolean): number {
  if (a === b) return 0;
  if (a === null) return 1;
  if (b === null) return -1;
  return a < b === isDescending ? 1 : -1;
}
