import { useDeferredValue, useMemo } from "react";
import { aliasMatches } from "@/components/records/directory/alias-matches";
import { useAliases } from "@/components/records/directory/use-alias-matches";
import { nameOfEntry, type Directory } from "@/components/records/record-name";
import { today } from "@/components/ui/calendar";
import type { Entries, ResourcePath } from "@/lib/resources/resource-views.browser";
import type { ListState } from "./list-state";
import type { ListView } from "./list-view";
import { filterRows, prepareRows, searchRows, sortRows } from "./rows";

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
