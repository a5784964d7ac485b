/** The state of a list's view. It is kept in the address, so that a view can be shared. */
export interface ListState {
  typed: string;
  /** A column's id; `-` before it sorts in descending order. */
  order: string;
  /** The ids of the visible columns. */
  columns: readonly string[];
  /** The values of active filters. */
  chosen: Readonly<Record<string, string>>;
}

/** The default state of a list, and the values that it accepts. */
export interface ListDefaults {
  order: string;
  columns: readonly string[];
  filters: readonly string[];
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
  return {
    typed: parameters.get("q") ?? "",
    order: parameters.get("sort") ?? defaults.order,
    columns: columns?.length ? columns : defaults.columns,
    chosen: Object.fromEntries(chosen),
  };
}

/** The state as a query string, without default values. */
export function writeListState({ typed, order, columns, chosen }: ListState, defaults: ListDefaults): string {
  const parameters = new URLSearchParams(chosen);
  if (typed !== "") parameters.set("q", typed);
  if (order !== defaults.order) parameters.set("sort", order);
  if (columns.join() !== defaults.columns.join()) parameters.set("columns", columns.join());
  return parameters.toString();
}
