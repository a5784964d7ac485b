import { SlidersHorizontal } from "lucide-react";
import Link from "next/link";
import { useLayoutEffect, useMemo, useRef, useState, type ReactNode } from "react";
import { Button, buttonClass } from "@/components/ui/button";
import { DropDown } from "@/components/ui/drop-down";
import { EmptyState } from "@/components/ui/empty-state";
import { QueryState } from "@/components/ui/query-state";
import { useIsNarrow } from "@/components/ui/use-is-narrow";
import { capitalised } from "@/lib/records/terms.browser";
import { resourceViews, type ResourcePath } from "@/lib/resources/resource-views.browser";
import { fitColumns } from "./column-widths";
import { ListCards } from "./list-cards";
import { ListTable, markPixels, type CellFrame } from "./list-table";
import { ListTools } from "./list-tools";
import { filteredFields, type ListState } from "./list-state";
import { listedNames, nearNames } from "./rows";
import type { RecordList } from "./use-list";

interface Props<P extends ResourcePath> {
  list: RecordList<P>;
  /** Actions for the selected records. */
  selectionBar: ReactNode;
  /** The entries of the menu of further actions. */
  more: ReactNode;
  /** Shown until the records are loaded. Default: a skeleton. */
  meanwhile?: ReactNode;
  /** The rows: a `FittingList`. */
  children: ReactNode;
}

/** The records of one resource, with search as one types and links to edit them. */
export function ResourceList<P extends ResourcePath>({ list, selectionBar, more, meanwhile, children }: Props<P>) {
  const { view, state, entries, rows, selection, isLoaded, loading } = list;
  const { singular, plural } = resourceViews[view.path];
  const isNarrow = useIsNarrow();
  /** On narrow screens, whether search and filters are unfolded. */
  const [isOpen, setIsOpen] = useState(false);
  const activeFilters = filteredFields(state.chosen).size + (state.typed === "" ? 0 : 1);
  const hasSelected = list.selectedRecords.length > 0;
  return (
    <div className="flex flex-col gap-3" data-full-width>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h1 className="work-title mr-auto min-w-0">{capitalised(plural)}</h1>
        <div className="flex items-center gap-2 max-sm:w-full">
          <Button
            className="sm:hidden"
            aria-expanded={isOpen}
            aria-controls="list-tools"
            data-shortcut={isNarrow && !isOpen ? "search" : undefined}
            onClick={() => setIsOpen(!isOpen)}
          >
            <SlidersHorizontal aria-hidden="true" className="size-4" />
            {activeFilters > 0 ? `Filter (${activeFilters})` : "Filter"}
          </Button>
          <DropDown label={<span aria-hidden="true">⋯</span>} name="More actions" side={isNarrow ? "left" : "right"}>
            {more}
          </DropDown>
          <Link
            href={`/dashboard/${view.path}/new`}
            prefetch={false}
            className={`${buttonClass("primary")} max-sm:ml-auto max-sm:px-3`}
          >
            New {singular}
          </Link>
        </div>
      </div>
      {!loading.error && (!isLoaded || entries.length > 0) && (isOpen || !isNarrow) && (
        // Before the lists are there too, so that they do not push the rows down.
        <div className={isOpen ? "" : "max-sm:hidden"}>
          <ListTools list={list} isFolded={isNarrow} />
        </div>
      )}
      {!isLoaded &&
        ((!loading.error && meanwhile) || <QueryState query={loading} what={plural} shape="rows" lines={16} />)}
      {isLoaded && entries.length === 0 && (
        <EmptyState title={`No ${plural} yet`}>
          <Link href={`/dashboard/${view.path}/new`} className={buttonClass("quiet")}>
            Add the first {singular}
          </Link>
        </EmptyState>
      )}
      {isLoaded && entries.length > 0 && (
        <>
          <div className={`flex items-center text-sm ${hasSelected ? "below-header sticky z-6 bg-paper" : ""}`}>
            <p role="status" className={hasSelected ? "sr-only" : "text-muted"}>
              {countText(rows.length, entries.length, plural)}
            </p>
            {hasSelected ? (
              selectionBar
            ) : (
              <Button look="plain" onClick={selection.selectAll}>
                Select all shown
              </Button>
            )}
          </div>
          {rows.length === 0 ? <NothingFound list={list} /> : children}
        </>
      )}
    </div>
  );
}

/** Shown in place of a list without rows: names that the search may be meant for, and the way back. */
function NothingFound<P extends ResourcePath>({ list }: { list: RecordList<P> }) {
  // Those that the filters leave, without regard to the search.
  const { view, filtered, context, typed, change } = list;
  const names = useMemo(() => listedNames(filtered, view.columns, context), [filtered, view, context]);
  const near = useMemo(() => nearNames(names, typed), [names, typed]);
  const what = typed.trim() === "" ? "your filters" : `“${typed.trim()}”`;

  function search(part: Partial<ListState>) {
    change(part);
    // The button disappears with the notice; the keyboard goes on from the search.
    document.querySelector<HTMLElement>("[data-shortcut=search]")?.focus();
  }

  return (
    <EmptyState title={`No ${resourceViews[view.path].plural} match ${what}`}>
      {near.length > 0 && (
        <div className="flex flex-wrap items-center justify-center gap-2 text-sm">
          <span>Did you mean</span>
          {near.map((name) => (
            <Button key={name} onClick={() => search({ typed: name })}>
              <bdi>{name}</bdi>
            </Button>
          ))}
        </div>
      )}
      <Button onClick={() => search({ typed: "", chosen: {} })}>Show all</Button>
    </EmptyState>
  );
}

/** The rows of a list: a table where its columns fit, else cards. */
export function FittingList<P extends ResourcePath>({ list, Cell }: { list: RecordList<P>; Cell: CellFrame }) {
  const { columns, longest } = list;
  const isNarrow = useIsNarrow();
  const element = useRef<HTMLDivElement>(null);
  /** In pixels; null until it is measured. */
  const [width, setWidth] = useState<number | null>(null);
  useLayoutEffect(() => {
    if (!element.current) return;
    const observer = new ResizeObserver(([entry]) => entry && setWidth(Math.floor(entry.contentRect.width)));
    observer.observe(element.current);
    return () => observer.disconnect();
  }, []);
  const widths = useMemo(
    () => (width === null || isNarrow ? null : fitColumns(columns, longest, width - markPixels - 2)),
    [columns, longest, width, isNarrow],
  );
  return (
    <div ref={element}>
      {width !== null && (widths ? <ListTable list={list} Cell={Cell} widths={widths} /> : <ListCards list={list} />)}
    </div>
  );
}

function countText(shown: number, all: number, plural: string): string {
  const whole = `${all.toLocaleString("en-GB")} ${plural}`;
  return shown === all ? whole : `${shown.toLocaleString("en-GB")} of ${whole}`;
}
