"use client";

import Link from "next/link";
import { useDeferredValue, useMemo } from "react";
import { Button, buttonLook } from "@/components/ui/button";
import { Empty } from "@/components/ui/empty";
import { Skeleton } from "@/components/ui/skeleton";
import { Trouble } from "@/components/ui/trouble";
import { useIsNarrow } from "@/components/ui/use-is-narrow";
import { today } from "./calendar";
import { ListCards } from "./list-cards";
import { ListTable } from "./list-table";
import { ListTools } from "./list-tools";
import type { ListView } from "./list-view";
import { nouns, type Entries, type Path } from "./nouns";
import { inOrder, narrowed, prepare } from "./rows";
import { useDirectory, useEntries } from "./use-directory";
import { useListState } from "./use-list-state";

/** The records of one resource: found as one types, and each a step from being edited. */
export function ResourceList<P extends Path>({ view }: { view: ListView<P> }) {
  const entries = useEntries(view.path);
  const { directory, isPending, error, retry } = useDirectory(view.needs);
  const trouble = (entries.data ? null : entries.error) ?? error;
  const again = () => {
    void entries.refetch();
    retry();
  };
  if (trouble)
    return (
      <Trouble
        title="The list could not be read"
        text={trouble.message}
        requestId={trouble.answer?.requestId}
        retry={again}
        className="rounded border border-line"
      />
    );
  if (!entries.data || isPending) return <Skeleton lines={12} label={`Loading the ${nouns[view.path].plural}…`} />;
  if (entries.data.body.length === 0)
    return (
      <Empty title={`No ${nouns[view.path].plural} yet`}>
        <Link href={`/dashboard/${view.path}/new`} className={buttonLook("primary")}>
          New {nouns[view.path].singular}
        </Link>
      </Empty>
    );
  return <Rows view={view} entries={entries.data.body} directory={directory} />;
}

interface RowsProps<P extends Path> {
  view: ListView<P>;
  entries: readonly Entries[P][];
  directory: ReturnType<typeof useDirectory>["directory"];
}

function Rows<P extends Path>({ view, entries, directory }: RowsProps<P>) {
  const usual = useMemo(() => usualOf(view), [view]);
  const { state, change } = useListState(usual);
  const day = today();
  const around = useMemo(() => ({ directory, today: day }), [directory, day]);
  const prepared = useMemo(() => prepare(view, entries, around), [view, entries, around]);
  const ordered = useMemo(
    () => inOrder(prepared, view.columns, state.order, around),
    [prepared, view, state.order, around],
  );
  // What is typed shows at once; the rows follow as soon as there is time.
  const typed = useDeferredValue(state.typed);
  const rows = useMemo(() => narrowed(ordered, typed, state.chosen), [ordered, typed, state.chosen]);
  const columns = useMemo(
    () => view.columns.filter(({ id }, index) => index === 0 || state.columns.includes(id)),
    [view, state.columns],
  );
  const List = useIsNarrow() ? ListCards : ListTable;
  return (
    <div className="grid gap-4">
      <ListTools view={view} rows={prepared} around={around} state={state} change={change} />
      <p role="status" className="text-sm text-muted">
        {rows.length === entries.length
          ? `${entries.length.toLocaleString("en-GB")} ${nouns[view.path].plural}`
          : `${rows.length.toLocaleString("en-GB")} of ${entries.length.toLocaleString("en-GB")} ${nouns[view.path].plural}`}
      </p>
      {rows.length === 0 ? (
        <Empty title={`No ${nouns[view.path].singular} fits`}>
          <Button onClick={() => change({ typed: "", chosen: {} })}>Show all</Button>
        </Empty>
      ) : (
        <List
          view={view}
          rows={rows}
          columns={columns}
          around={around}
          order={state.order}
          onOrder={(order) => change({ order })}
        />
      )}
    </div>
  );
}

function usualOf<P extends Path>({ order, columns, filters }: ListView<P>) {
  return {
    order,
    columns: columns.filter(({ isExtra }) => !isExtra).map(({ id }) => id),
    allColumns: columns.map(({ id }) => id),
    filters: filters.map(({ id }) => id),
  };
}
