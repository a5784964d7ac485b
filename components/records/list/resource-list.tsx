import Link from "next/link";
import { useMemo, useState, type ReactNode } from "react";
import { useDirectory, useEntries } from "@/components/records/use-directory";
import { Button, buttonClass } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { QueryState } from "@/components/ui/query-state";
import { useElementWidth, fitColumns } from "@/components/records/list/column-widths";
import { useIsNarrow } from "@/components/ui/use-is-narrow";
import { useSearchState } from "@/components/ui/use-search-state";
import { resourceViews, type ResourcePath } from "@/lib/resources/resource-views.browser";
import { ListCards } from "./list-cards";
import { ListHeader } from "./list-header";
import { readListState, writeListState, type ListState } from "./list-state";
import { ListTable, markPixels, type CellFrame } from "./list-table";
import { ListTools } from "./list-tools";
import type { ListView } from "./list-view";
import { NothingFound } from "./nothing-found";
import { SelectCheckbox, useSelection, type Selection } from "./selection";
import { useListRows } from "./use-list-rows";

interface NamedRecords {
  records: readonly { id: string }[];
  nameOf(id: string): string;
}

interface Props<P extends ResourcePath> {
  view: ListView<P>;
  /** Actions for the selected records. */
  withChosen(chosen: NamedRecords & { selection: Selection }): ReactNode;
  /** Menu entries for the selected records, or for all listed ones if none is selected. */
  more(records: readonly { id: string }[]): ReactNode;
  /** Around the list: what is needed to edit its cells. @param listed the rows and the visible columns, in their order. */
  frame(list: ReactNode, listed: NamedRecords & { columns: readonly string[] }): ReactNode;
  Cell: CellFrame;
  /** Shown until the records are loaded. Default: a skeleton. */
  meanwhile?: ReactNode;
}

/** The records of one resource, with search as one types and links to edit them. */
export function ResourceList<P extends ResourcePath>({ view, withChosen, more, frame, Cell, meanwhile }: Props<P>) {
  const query = useEntries(view.path);
  const { directory, isPending, error, refetch } = useDirectory(view.needs);
  const list = useListState(view);
  const entries = (isPending ? undefined : query.data?.body) ?? nothing;
  const listed = useListRows({ view, entries, directory, state: list.state });
  const { rows, nameOf } = listed;
  const selection = useSelection(() => rows.map(({ entry }) => entry.id));
  // Includes selected records that a search hides.
  const records = selection.selected.size === 0 ? [] : entries.filter(({ id }) => selection.selected.has(id));
  const listedRecords = useMemo(() => rows.map(({ entry }) => entry), [rows]);
  const columnIds = useMemo(() => listed.columns.map(({ id }) => id), [listed.columns]);
  const isNarrow = useIsNarrow();
  const [isOpen, setIsOpen] = useState(false);
  const loadError = (query.data ? null : query.error) ?? error;
  const isLoaded = !loadError && !isPending && query.data !== undefined;
  const { typed, chosen, days } = list.state;
  const activeFilters = Object.keys({ ...chosen, ...days }).length + (typed === "" ? 0 : 1);
  return (
    <div className="flex flex-col gap-3" data-full-width>
      <ListHeader
        path={view.path}
        folding={{ isOpen, activeFilters, isNarrow, toggle: () => setIsOpen(!isOpen) }}
        more={more(records.length > 0 ? records : listedRecords)}
      />
      {!loadError && (!isLoaded || entries.length > 0) && (isOpen || !isNarrow) && (
        // Before the lists are there too, so that they do not push the rows down.
        <div className={isOpen ? "" : "max-sm:hidden"}>
          <ListTools
            view={view}
            rows={listed.prepared}
            context={listed.context}
            state={list.state}
            change={list.change}
            isFolded={isNarrow}
          />
        </div>
      )}
      {!isLoaded && !loadError && meanwhile}
      {!isLoaded && (loadError || !meanwhile) && (
        <QueryState
          query={{
            error: loadError,
            refetch: () => {
              void query.refetch();
              refetch();
            },
          }}
          what={resourceViews[view.path].plural}
          shape="rows"
          lines={16}
        />
      )}
      {isLoaded && entries.length === 0 && (
        <EmptyState title={`No ${resourceViews[view.path].plural} yet`}>
          <Link href={`/dashboard/${view.path}/new`} className={buttonClass("quiet")}>
            Add the first {resourceViews[view.path].singular}
          </Link>
        </EmptyState>
      )}
      {isLoaded && entries.length > 0 && (
        <>
          <div className={`flex items-center text-sm ${records.length > 0 ? "below-header sticky z-6 bg-paper" : ""}`}>
            <p role="status" className={records.length > 0 ? "sr-only" : "text-muted"}>
              {countText(rows.length, entries.length, resourceViews[view.path].plural)}
            </p>
            {records.length > 0 ? (
              withChosen({ records, selection, nameOf })
            ) : (
              <Button look="plain" onClick={selection.selectAll}>
                Select all shown
              </Button>
            )}
          </div>
          {rows.length === 0 ? (
            <NothingFound
              view={view}
              rows={listed.filtered}
              context={listed.context}
              typed={listed.typed}
              change={list.change}
            />
          ) : (
            frame(
              <FittingList
                view={view}
                Cell={Cell}
                rows={rows}
                columns={listed.columns}
                context={listed.context}
                longest={listed.longest}
                isNarrow={isNarrow}
                selection={selection}
                order={list.state.order}
                onOrder={(order) => list.change({ order })}
                mark={(id, name) => <SelectCheckbox id={id} name={name} selection={selection} />}
              />,
              { records: listedRecords, columns: columnIds, nameOf },
            )
          )}
        </>
      )}
    </div>
  );
}

type FittingProps<P extends ResourcePath> = Omit<Parameters<typeof ListTable<P>>[0], "widths"> & {
  longest: readonly number[];
  isNarrow: boolean;
};

function FittingList<P extends ResourcePath>({ longest, isNarrow, ...list }: FittingProps<P>) {
  const { element, width } = useElementWidth<HTMLDivElement>();
  const { columns } = list;
  const widths = useMemo(
    () => (width === null || isNarrow ? null : fitColumns(columns, longest, width - markPixels - 2)),
    [columns, longest, width, isNarrow],
  );
  return (
    <div ref={element}>
      {width !== null && (widths ? <ListTable {...list} widths={widths} /> : <ListCards {...list} />)}
    </div>
  );
}

const nothing: readonly never[] = [];

function countText(shown: number, all: number, plural: string): string {
  const whole = `${all.toLocaleString("en-GB")} ${plural}`;
  return shown === all ? whole : `${shown.toLocaleString("en-GB")} of ${whole}`;
}

function useListState<P extends ResourcePath>(view: ListView<P>) {
  const schema = useMemo(
    () => ({
      read: (parameters: URLSearchParams) => readListState(parameters, view),
      write: (state: ListState) => writeListState(state, view),
    }),
    [view],
  );
  const [state, setState] = useSearchState<ListState>(schema);
  return {
    state,
    change: (part: Partial<ListState>) =>
      setState({ ...state, ...part }, { isTyping: Object.keys(part).join() === "typed" }),
  };
}
