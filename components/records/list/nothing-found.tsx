import { useMemo } from "react";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { createRanker, nameKey, nameRanks } from "@/lib/listings/search/matching.browser";
import { resourceViews, type ResourcePath } from "@/lib/resources/resource-views.browser";
import type { ListState } from "./list-state";
import type { ListColumn, ListContext } from "./list-view";
import type { RecordRow } from "./rows";
import type { RecordList } from "./use-list";

/** Shown in place of a list without rows: names that the search may be meant for, and the way back. */
export function NothingFound<P extends ResourcePath>({ list }: { list: RecordList<P> }) {
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

const maxNear = 3;
/** A longer text is no name. */
const longestName = 100;

/** The names in the columns of a list by their keys, the first column's first; one for all spellings with the same key. */
export function listedNames<Entry>(
  rows: readonly RecordRow<Entry>[],
  columns: readonly ListColumn<Entry>[],
  context: ListContext,
): ReadonlyMap<string, string> {
  const named = columns.filter(({ isExtra, isRigid }) => !isExtra && !isRigid);
  const texts = new Set(named.flatMap(({ text }) => rows.map(({ entry }) => text(entry, context))));
  const names = new Map<string, string>();
  for (const text of texts) {
    const key = text.length > longestName ? "" : nameKey(text);
    if (key !== "" && !names.has(key)) names.set(key, text);
  }
  return names;
}

/** The names that a query without results may be meant for: its words are theirs, with one wrong letter at most. */
export function nearNames(names: ReadonlyMap<string, string>, typed: string): string[] {
  const rankOf = createRanker(typed);
  const near: string[] = [];
  for (const [key, name] of names) {
    if (rankOf(key) === nameRanks.misspelt) near.push(name);
    if (near.length === maxNear) break;
  }
  return near;
}
