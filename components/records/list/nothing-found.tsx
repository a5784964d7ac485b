import { useMemo } from "react";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { resourceViews, type Entries, type ResourcePath } from "@/lib/resources/resource-views.browser";
import type { ListState } from "./list-state";
import type { ListContext, ListView } from "./list-view";
import { listedNames, nearNames } from "./near-names";
import type { RecordRow } from "./rows";

interface Props<P extends ResourcePath> {
  view: ListView<P>;
  /** The rows that the filters leave, without regard to the search. */
  rows: readonly RecordRow<Entries[P]>[];
  context: ListContext;
  typed: string;
  change(part: Partial<ListState>): void;
}

/** Shown in place of a list without rows: names that the search may be meant for, and the way back. */
export function NothingFound<P extends ResourcePath>({ view, rows, context, typed, change }: Props<P>) {
  const names = useMemo(() => listedNames(rows, view.columns, context), [rows, view, context]);
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
      <Button onClick={() => search({ typed: "", chosen: {}, days: {} })}>Show all</Button>
    </EmptyState>
  );
}
