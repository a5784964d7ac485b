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

/** What decides about the default state of a list, and about the values that it accepts. */
interface Listed {
  order: string;
  columns: readonly { id: string; isExtra?: boolean | undefined }[];
  filters: readonly { id: string }[];
  days: readonly { id: string }[];
}

/** Reads the state from a query, where missing and unknown values get their defaults; writes it without defaults. */
export function listSchema(view: Listed) {
  const usualColumns = view.columns.filter(({ isExtra }) => !isExtra).map(({ id }) => id);
  return {
    read(parameters: URLSearchParams): ListState {
      const columns = parameters
        .get("columns")
        ?.split(",")
        .filter((wanted) => view.columns.some(({ id }) => id === wanted));
      const chosen = view.filters.flatMap(({ id }) => {
        const value = parameters.get(id);
        return value === null ? [] : [[id, value] as const];
      });
      const days = view.days.flatMap(({ id }) => {
        const range = readRange(parameters, id);
        return isRestricting(range) ? [[id, range] as const] : [];
      });
      return {
        typed: parameters.get("q") ?? "",
        order: parameters.get("sort") ?? view.order,
        columns: columns?.length ? columns : usualColumns,
        chosen: Object.fromEntries(chosen),
        days: Object.fromEntries(days),
      };
    },
    write({ typed, order, columns, chosen, days }: ListState): string {
      const parameters = new URLSearchParams(chosen);
      for (const [field, { from, to, isWithout }] of Object.entries(days)) {
        if (isWithout) parameters.set(field, "none");
        if (from !== "") parameters.set(`${field}.from`, from);
        if (to !== "") parameters.set(`${field}.to`, to);
      }
      if (typed !== "") parameters.set("q", typed);
      if (order !== view.order) parameters.set("sort", order);
      if (columns.join() !== usualColumns.join()) parameters.set("columns", columns.join());
      return parameters.toString();
    },
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
