import { useDeferredValue, useMemo } from "react";
import { nameOfRecord } from "@/components/records/record-name";
import { useAliases, useDirectory } from "@/components/records/use-directory";
import { today } from "@/components/ui/calendar";
import { useSearchState } from "@/components/ui/use-search-state";
import type { Entries, ResourcePath } from "@/lib/resources/resource-views.browser";
import { listSchema, type ListState } from "./list-state";
import type { ListView } from "./list-view";
import { filterRows, prepareRows, searchRows, sortRows } from "./rows";
import { useSelection } from "./selection";

/** A list with all that its parts show. The same object while only its window scrolls. */
export type RecordList<P extends ResourcePath> = ReturnType<typeof useList<P>>;

/** The records of a resource as their list shows them: sorted, filtered, searched and selected. */
export function useList<P extends ResourcePath>(view: ListView<P>) {
  const { directory, isPending, error, refetch } = useDirectory([view.path, ...view.needs]);
  const records: ReadonlyMap<string, Entries[P]> = directory[view.path];
  const entries = useMemo(() => (isPending ? [] : [...records.values()]), [records, isPending]);

  const [state, setState] = useSearchState(useMemo(() => listSchema(view), [view]));
  const day = today();
  const context = useMemo(() => ({ directory, today: day }), [directory, day]);
  const prepared = useMemo(() => prepareRows(view, entries, context), [view, entries, context]);
  const ordered = useMemo(
    () => sortRows(prepared, view.columns, state.order, context),
    [prepared, view, state.order, context],
  );
  // The input updates at once; the rows follow with lower priority.
  const typed = useDeferredValue(state.typed);
  const { chosen } = state;
  const filtered = useMemo(() => filterRows(ordered, chosen), [ordered, chosen]);
  const { found } = useAliases(view.path, typed);
  const rows = useMemo(() => searchRows(filtered, typed, found), [filtered, typed, found]);
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
  const ids = useMemo(() => rows.map(({ entry }) => entry.id), [rows]);
  const selection = useSelection(() => ids);

  return {
    ...{ view, entries, context, prepared, filtered, rows, ids, columns, longest, selection, state },
    change: (part: Partial<ListState>) =>
      setState({ ...state, ...part }, { isTyping: Object.keys(part).join() === "typed" }),
    /** What was typed when the rows were searched. */
    typed,
    /** Includes those that a search hides. */
    selectedRecords: selection.selected.size === 0 ? [] : entries.filter(({ id }) => selection.selected.has(id)),
    listedRecords: useMemo(() => rows.map(({ entry }) => entry), [rows]),
    columnIds: useMemo(() => columns.map(({ id }) => id), [columns]),
    nameOf: (id: string) => nameOfRecord(view.path, id, directory),
    isLoaded: !error && !isPending,
    loading: { error, refetch },
  };
}
