import { isDay } from "@/components/form/typed-day";

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
