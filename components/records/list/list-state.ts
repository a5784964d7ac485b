import { isDay } from "@/components/form/typed-day";
import { useDeferredValue, useMemo } from "react";
import { today } from "@/components/ui/calendar";
import { aliasMatches } from "@/components/records/directory/alias-matches";
import { useAliases } from "@/components/records/directory/use-alias-matches";
import { nameOfEntry, type Directory } from "@/components/records/record-name";
import type { Entries, ResourcePath } from "@/lib/resources/resource-views.browser";
import type { ListView } from "./list-view";
import { filterRows, prepareRows, searchRows, sortRows } from "./rows";

/** Days from one to another, both included, or the records without the date. An open end is empty. */
export interface DayRange {
  from: string;
  to: string;
  isWithout: boolean;
}

/** The state of a list's view. It is kept in the address, so that a view can be shared. */
export interface ListState {
  typed: string;
  /** A column's id; `-` before it sorts in descending order. */
  order: string;
  /** The ids of the visible columns. */
  columns: readonly string[];
  /** The values of active filters. */
  chosen: Readonly<Record<string, string>>;
  /** The active ranges of dates, by field. */
  days: Readonly<Record<string, DayRange>>;
}

/** The default state of a list, and the values that it accepts. */
export interface ListDefaults {
  order: string;
  columns: readonly string[];
  filters: readonly string[];
  /** The names of the date fields. */
  days: readonly string[];
  allColumns: readonly string[];
}

/** Reads the state from a query; missing and unknown values get their defaults. */
export function readListState(parameters: URLSearchParams, defaults: ListDefaults): ListState {
  const columns = parameters
    .get("columns")
    ?.split(",")
    .filter((id) => defaults.allColumns.includes(id));
  const chosen = defaults.filters.flatMap((id) => {
    const value = parameters.get(id);
    return value === null ? [] : [[id, value] as const];
  });
  const days = defaults.days.flatMap((field) => {
    const range = readRange(parameters, field);
    return isRestricting(range) ? [[field, range] as const] : [];
  });
  return {
    typed: parameters.get("q") ?? "",
    order: parameters.get("sort") ?? defaults.order,
    columns: columns?.length ? columns : defaults.columns,
    chosen: Object.fromEntries(chosen),
    days: Object.fromEntries(days),
  };
}

/** Whether a range leaves out any record. */
export function isRestricting({ from, to, isWithout }: DayRange): boolean {
  return isWithout || from !== "" || to !== "";
}

/** What is no day is left out: people edit addresses by hand. */
function readRange(parameters: URLSearchParams, field: string): DayRange {
  const isWithout = parameters.get(field) === "none";
  const dayAt = (end: string) => {
    const day = parameters.get(`${field}.${end}`) ?? "";
    return !isWithout && isDay(day) ? day : "";
  };
  return { from: dayAt("from"), to: dayAt("to"), isWithout };
}

/** The state as a query string, without default values. */
export function writeListState({ typed, order, columns, chosen, days }: ListState, defaults: ListDefaults): string {
  const parameters = new URLSearchParams(chosen);
  for (const [field, { from, to, isWithout }] of Object.entries(days)) {
    if (isWithout) parameters.set(field, "none");
    if (from !== "") parameters.set(`${field}.from`, from);
    if (to !== "") parameters.set(`${field}.to`, to);
  }
  if (typed !== "") parameters.set("q", typed);
  if (order !== defaults.order) parameters.set("sort", order);
  if (columns.join() !== defaults.columns.join()) parameters.set("columns", columns.join());
  return parameters.toString();
}

interface Options<P extends ResourcePath> {
  view: ListView<P>;
  entries: readonly Entries[P][];
  directory: Directory;
  state: ListState;
}

/** The sorted and filtered rows of a list, and its visible columns. */
export function useListRows<P extends ResourcePath>({ view, entries, directory, state }: Options<P>) {
  const day = today();
  const context = useMemo(() => ({ directory, today: day }), [directory, day]);
  const prepared = useMemo(() => prepareRows(view, entries, context), [view, entries, context]);
  const ordered = useMemo(
    () => sortRows(prepared, view.columns, state.order, context),
    [prepared, view, state.order, context],
  );
  // The input updates at once; the rows follow with lower priority.
  const typed = useDeferredValue(state.typed);
  const { chosen, days } = state;
  const filtered = useMemo(() => filterRows(ordered, { chosen, days }), [ordered, chosen, days]);
  const { found } = useAliases(view.path, typed);
  const rows = useMemo(() => searchRows(filtered, typed, aliasMatches(found)), [filtered, typed, found]);
  const columns = useMemo(
    () => view.columns.filter(({ id }, index) => index === 0 || state.columns.includes(id)),
    [view, state.columns],
  );
  /** The length of the longest text of each visible column, with its heading and arrow. */
  const longest = useMemo(
    () =>
      columns.map((column) => {
        const index = view.columns.indexOf(column);
        return prepared.reduce((most, { lengths }) => Math.max(most, lengths[index] ?? 0), column.title.length + 2);
      }),
    [columns, view, prepared],
  );

  function nameOf(id: string): string {
    const entry = entries.find((one) => one.id === id);
    return entry ? nameOfEntry(view.path, entry, directory) : id;
  }

  return { context, prepared, filtered, typed, rows, columns, longest, nameOf };
}
