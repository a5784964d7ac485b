import { isDay } from "@/components/form/typed-day";

/** The state of a list's view. It is kept in the address, so that a view can be shared. */
export interface ListState {
  typed: string;
  /** A column's id; `-` before it sorts in descending order. */
  order: string;
  /** The ids of the visible columns. */
  columns: readonly string[];
  chosen: Choices;
}

/** The active filters. Of a date `closes`: `closes.from` and `closes.to` are its first and its last day. */
type Choices = Readonly<Record<string, string>>;

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
      // What is no day is left out: people edit addresses by hand.
      const ofDays = view.days
        .flatMap(({ id }) => [`${id}.from`, `${id}.to`])
        .filter((end) => isDay(parameters.get(end) ?? ""));
      const chosen = [...view.filters.map(({ id }) => id), ...ofDays].flatMap((name) => {
        const value = parameters.get(name);
        return value === null ? [] : [[name, value] as const];
      });
      return {
        typed: parameters.get("q") ?? "",
        order: parameters.get("sort") ?? view.order,
        columns: columns?.length ? columns : usualColumns,
        chosen: Object.fromEntries(chosen),
      };
    },
    write({ typed, order, columns, chosen }: ListState): string {
      const parameters = new URLSearchParams(chosen);
      if (typed !== "") parameters.set("q", typed);
      if (order !== view.order) parameters.set("sort", order);
      if (columns.join() !== usualColumns.join()) parameters.set("columns", columns.join());
      return parameters.toString();
    },
  };
}

/** The choices with others for some names; an empty one ends the filter. */
export function changeChoices(chosen: Choices, part: Choices): Choices {
  const others = Object.entries(chosen).filter(([name]) => !(name in part));
  return Object.fromEntries([...others, ...Object.entries(part).filter(([, value]) => value !== "")]);
}

/** The ids of the active filters, and the dates by which a list is filtered. */
export function filteredFields(chosen: Choices): ReadonlySet<string> {
  return new Set(Object.keys(chosen).map((name) => name.replace(/\.(from|to)$/, "")));
}
