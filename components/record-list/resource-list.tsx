"use client";

import Link from "next/link";
import { useDeferredValue, useMemo, type ReactNode } from "react";
import { Button, buttonClass } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { QueryState } from "@/components/ui/query-state";
import { useIsNarrow } from "@/components/ui/use-is-narrow";
import { today } from "@/components/calendar";
import { ListCards } from "./list-cards";
import { ListTable } from "./list-table";
import { ListTools } from "./list-tools";
import { SelectCheckbox } from "./select-checkbox";
import type { ListView, ListContext } from "./list-view";
import { capitalised } from "@/lib/resource/terms";
import { nouns, type Entries, type ResourcePath } from "@/lib/resources/nouns";
import { sortRows, filterRows, prepareRows } from "./rows";
import { useDirectory, useEntries } from "@/components/resource/use-directory";
import { useListState } from "./use-list-state";
import { useSelection, type Selection } from "./use-selection";

export interface ChosenRecords {
  records: readonly { id: string }[];
  nameOf(id: string): string;
  selection: Selection;
}

interface Props<P extends ResourcePath> {
  view: ListView<P>;
  /** Actions for the selected records. */
  withChosen(chosen: ChosenRecords): ReactNode;
  /** Actions for the listed records. */
  withShown(records: readonly { id: string }[]): ReactNode;
}

/** The records of one resource, with search as one types and links to edit them. */
export function ResourceList<P extends ResourcePath>({ view, ...actions }: Props<P>) {
  const entries = useEntries(view.path);
  const { directory, isPending, error, retry } = useDirectory(view.needs);
  const trouble = (entries.data ? null : entries.error) ?? error;
  const again = () => {
    void entries.refetch();
    retry();
  };
  if (trouble || !entries.data || isPending)
    return (
      <QueryState
        query={{ data: undefined, error: trouble, refetch: again }}
        shape="rows"
        lines={16}
        label={`Loading ${nouns[view.path].plural}…`}
        title={`${capitalised(nouns[view.path].plural)} can’t be loaded`}
        className="rounded border border-line"
      />
    );
  if (entries.data.body.length === 0)
    return (
      <EmptyState title={`No ${nouns[view.path].plural} yet`}>
        <Link href={`/dashboard/${view.path}/new`} className={buttonClass("primary")}>
          New {nouns[view.path].singular}
        </Link>
      </EmptyState>
    );
  return <Rows view={view} entries={entries.data.body} directory={directory} {...actions} />;
}

interface RowsProps<P extends ResourcePath> extends Props<P> {
  entries: readonly Entries[P][];
  directory: ReturnType<typeof useDirectory>["directory"];
}

function Rows<P extends ResourcePath>({ view, entries, directory, withChosen, withShown }: RowsProps<P>) {
  const defaults = useMemo(() => defaultOf(view), [view]);
  const { state, change } = useListState(defaults);
  const day = today();
  const context = useMemo(() => ({ directory, today: day }), [directory, day]);
  const prepared = useMemo(() => prepareRows(view, entries, context), [view, entries, context]);
  const ordered = useMemo(
    () => sortRows(prepared, view.columns, state.order, context),
    [prepared, view, state.order, context],
  );
  // The input updates at once; the rows follow with lower priority.
  const typed = useDeferredValue(state.typed);
  const rows = useMemo(() => filterRows(ordered, typed, state.chosen), [ordered, typed, state.chosen]);
  const columns = useMemo(
    () => view.columns.filter(({ id }, index) => index === 0 || state.columns.includes(id)),
    [view, state.columns],
  );
  const selection = useSelection(() => rows.map(({ entry }) => entry.id));
  // Includes selected records that a search hides.
  const records = selection.selected.size === 0 ? [] : entries.filter(({ id }) => selection.selected.has(id));
  const List = useIsNarrow() ? ListCards : ListTable;
  return (
    <div className="grid gap-4">
      <ListTools view={view} rows={prepared} context={context} state={state} change={change} />
      <div className="flex flex-wrap items-center gap-2 text-sm">
        <p role="status" className="mr-auto text-muted">
          {rows.length === entries.length
            ? `${entries.length.toLocaleString("en-GB")} ${nouns[view.path].plural}`
            : `${rows.length.toLocaleString("en-GB")} of ${entries.length.toLocaleString("en-GB")} ${nouns[view.path].plural}`}
        </p>
        <Button onClick={selection.selectAll}>Select all shown</Button>
        {withShown(rows.map(({ entry }) => entry))}
      </div>
      {records.length > 0 && withChosen({ records, selection, nameOf: (id) => nameIn(view, entries, id, context) })}
      {rows.length === 0 ? (
        <EmptyState title={`No ${nouns[view.path].plural} match your filters`}>
          <Button onClick={() => change({ typed: "", chosen: {} })}>Show all</Button>
        </EmptyState>
      ) : (
        <List
          view={view}
          rows={rows}
          columns={columns}
          context={context}
          order={state.order}
          onOrder={(order) => change({ order })}
          mark={(id, name) => <SelectCheckbox id={id} name={name} selection={selection} />}
        />
      )}
    </div>
  );
}

/** The first column is a record's name. */
function nameIn<P extends ResourcePath>(
  { columns: [first] }: ListView<P>,
  entries: readonly Entries[P][],
  id: string,
  context: ListContext,
): string {
  const entry = entries.find((one) => one.id === id);
  return entry && first ? first.text(entry, context) : id;
}

function defaultOf<P extends ResourcePath>({ order, columns, filters }: ListView<P>) {
  return {
    order,
    columns: columns.filter(({ isExtra }) => !isExtra).map(({ id }) => id),
    allColumns: columns.map(({ id }) => id),
    filters: filters.map(({ id }) => id),
  };
}
