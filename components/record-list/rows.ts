import { foldText, createMatcher } from "@/components/fold";
import type { ListColumn, ListFilter, ListView, ListContext } from "./list-view";
import type { Entries, ResourcePath } from "@/lib/resources/nouns";

/** A record with its search text, filter values and sort keys; computed once per version of the data. */
export interface Row<Entry> {
  entry: Entry;
  folded: string;
  /** Filter values by the filter's id. */
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

/** Sorts by a column; `-` before its id sorts in descending order. Nulls come last either way. */
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

/** @param chosen the values of active filters. */
export function filterRows<Entry>(
  rows: readonly Row<Entry>[],
  typed: string,
  chosen: Readonly<Record<string, string>>,
): readonly Row<Entry>[] {
  const matches = createMatcher(typed);
  const wanted = Object.entries(chosen);
  return rows.filter((row) => wanted.every(([id, value]) => row.values[id] === value) && matches(row.folded));
}

/** The values of a filter that occur, sorted by label. */
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
