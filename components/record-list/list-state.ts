/** How somebody looks at a list. It stands in the address, so that a view can be sent to a colleague. */
export interface ListState {
  typed: string;
  /** A column's id, with `-` before it for the other way round. */
  order: string;
  /** Columns in sight, by id. */
  columns: readonly string[];
  /** The value of each filter that is set. */
  chosen: Readonly<Record<string, string>>;
}

/** Of one list: what its address need not say, and what it may. */
export interface ListDefaults {
  order: string;
  columns: readonly string[];
  filters: readonly string[];
  allColumns: readonly string[];
}

/** What the address says; the usual for everything that it does not say, or that is not known. */
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

/** The query string of an address, with what differs from the usual only. */
export function writeListState({ typed, order, columns, chosen }: ListState, defaults: ListDefaults): string {
  const parameters = new URLSearchParams(chosen);
  if (typed !== "") parameters.set("q", typed);
  if (order !== defaults.order) parameters.set("sort", order);
  if (columns.join() !== defaults.columns.join()) parameters.set("columns", columns.join());
  return parameters.toString();
}
