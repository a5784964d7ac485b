import { aliasMatches, type FoundEntry } from "@/components/records/record-name";
import { foldText } from "@/lib/core/fold.browser";
import { createMatcher, createRanker, nameKey, nameRanks } from "@/lib/listings/search/matching.browser";
import type { Entries, ResourcePath } from "@/lib/resources/resource-views.browser";
import type { ListState } from "./list-state";
import type { ListColumn, ListFilter, ListView, ListContext } from "./list-view";

/** A record with its search words, filter values and sort keys; computed once per version of the data. */
export interface RecordRow<Entry> {
  entry: Entry;
  key: string;
  /** The length of each column's text, in the view's order. */
  lengths: readonly number[];
  /** Filter values by the filter's id. */
  values: Readonly<Record<string, string | null>>;
  /** The other name by which a search found it. */
  alias?: string;
}

export function prepareRows<P extends ResourcePath>(
  view: ListView<P>,
  entries: readonly Entries[P][],
  context: ListContext,
): RecordRow<Entries[P]>[] {
  return entries.map((entry) => {
    const texts = view.columns.map((column) => column.text(entry, context));
    return {
      entry,
      key: texts.map(nameKey).join(" "),
      lengths: texts.map(({ length }) => length),
      values: Object.fromEntries(view.filters.map((filter) => [filter.id, filter.valueOf(entry, context)])),
    };
  });
}

/** Sorts by a column; `-` before its id sorts in descending order. Nulls come last either way. */
export function sortRows<Entry>(
  rows: readonly RecordRow<Entry>[],
  columns: readonly ListColumn<Entry>[],
  order: string,
  context: ListContext,
): readonly RecordRow<Entry>[] {
  const isDescending = order.startsWith("-");
  const column = columns.find(({ id }) => id === order.replace(/^-/, ""));
  if (!column) return rows;
  const keyed = rows.map((row) => ({ row, key: keyOf(column, row.entry, context) }));
  return keyed.sort((a, b) => compare(a.key, b.key, isDescending)).map(({ row }) => row);
}

/** The rows that have the values of active filters, and whose dates are in their ranges. */
export function filterRows<Entry extends object>(
  rows: readonly RecordRow<Entry>[],
  chosen: ListState["chosen"],
): readonly RecordRow<Entry>[] {
  const choices = Object.entries(chosen);
  return rows.filter((row) => choices.every(([name, value]) => isMatching(row, name, value)));
}

/** Days are `YYYY-MM-DD`, so text comparison orders them. A record without the date is in no range. */
function isMatching({ entry, values }: RecordRow<object>, name: string, value: string): boolean {
  if (name in values) return values[name] === value;
  const [field = "", end] = name.split(".");
  const day: unknown = Reflect.get(entry, field);
  return typeof day === "string" && (end === "from" ? day >= value : day <= value);
}

/** The rows that have every typed word at the beginning of a word, in any column, and those that the API found by an alias. */
export function searchRows<Entry extends { id: string }>(
  rows: readonly RecordRow<Entry>[],
  typed: string,
  byAlias: readonly FoundEntry[] = [],
): readonly RecordRow<Entry>[] {
  const matches = createMatcher(typed);
  const rankOf = createRanker(typed);
  const aliases = aliasMatches(byAlias, (name) => rankOf(nameKey(name)) !== null);
  return rows.flatMap((row) => {
    if (matches(row.key)) return row;
    const alias = aliases.get(row.entry.id);
    return alias === undefined ? [] : { ...row, alias };
  });
}

/** The values of a filter that occur, sorted by label. */
export function filterChoices<Entry>(
  rows: readonly RecordRow<Entry>[],
  { id, labelFor }: ListFilter<Entry>,
  context: ListContext,
): { value: string; words: string }[] {
  const values = new Set(rows.map(({ values }) => values[id]));
  return [...values]
    .filter((value) => typeof value === "string")
    .map((value) => ({ value, words: labelFor?.(value, context) ?? value }))
    .sort((a, b) => compare(foldText(a.words), foldText(b.words), false));
}

const maxNear = 3;
/** A longer text is no name. */
const longestName = 100;

/** The names in the columns of a list by their keys, the first column's first; one for all spellings with the same key. */
export function listedNames<Entry>(
  rows: readonly RecordRow<Entry>[],
  columns: readonly ListColumn<Entry>[],
  context: ListContext,
): ReadonlyMap<string, string> {
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
export function nearNames(names: ReadonlyMap<string, string>, typed: string): string[] {
  const rankOf = createRanker(typed);
  const near = [...names].filter(([key]) => rankOf(key) === nameRanks.misspelt);
  return near.slice(0, maxNear).map(([, name]) => name);
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
