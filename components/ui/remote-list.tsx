import { useLayoutEffect, useRef, type ComponentProps, type ReactNode, type RefObject } from "react";
import { Button, type ButtonLook } from "./button";
import { QueryState } from "./query-state";
import type { SkeletonShape } from "./skeleton";

type Query = ComponentProps<typeof QueryState>["query"];

interface Props<Item> {
  query: Query | (Query & MoreProps["query"]);
  /** What the query has, in the order of the list. */
  items: readonly Item[];
  /** What it loads, as in “Loading your keys…” and “Your keys can’t be loaded”. */
  what: string;
  label: string;
  /** The number of lines of the skeleton, and their shape. */
  lines?: number;
  shape?: SkeletonShape;
  /** Shown when there is none. */
  empty?: ReactNode;
  /** Beside the usual look. */
  className?: string;
  /** The label of the button for the next page. */
  more?: string;
  row(item: Item): ReactNode;
}

/** A list from the API: loading, failed, empty, its rows, and the next page. The focus stays in it when a row goes. */
export function RemoteList<Item extends { id: string }>(props: Props<Item>) {
  const { query, items, what, label, lines = 4, shape = "text", empty, className = "", more, row } = props;
  const list = useRef<HTMLUListElement>(null);
  useKeptFocus(items.length, list);
  return (
    <>
      <QueryState {...{ query, what, lines, shape }} />
      {query.data !== undefined && items.length === 0 && empty}
      {items.length > 0 && (
        <ul
          ref={list}
          tabIndex={-1}
          aria-label={label}
          className={`divide-y divide-line rounded border border-line bg-raised text-sm ${className}`}
        >
          {items.map((item) => (
            <li key={item.id}>{row(item)}</li>
          ))}
        </ul>
      )}
      {"hasNextPage" in query && <MoreButton query={query} label={more} />}
    </>
  );
}

/** Moves the focus to `place` when one of `count` items goes that had it; it would be lost with the item. */
export function useKeptFocus(count: number, place: RefObject<HTMLElement | null>): void {
  const before = useRef(count);

  // Before anything is painted: a key that is pressed meanwhile would be lost.
  useLayoutEffect(() => {
    const isFewer = count < before.current;
    before.current = count;
    if (!isFewer || document.activeElement !== document.body) return;
    (place.current ?? document.getElementById("content"))?.focus();
  }, [count, place]);
}

interface MoreProps {
  query: {
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    isFetchNextPageError: boolean;
    error: Error | null;
    fetchNextPage(): unknown;
  };
  label?: string;
}

/** Loads the next page of a list, and shows why that failed. Nothing after the last page. */
export function MoreButton({ query, label = "Show older" }: MoreProps) {
  if (!query.hasNextPage) return null;
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button aria-disabled={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
        {query.isFetchingNextPage ? "Loading…" : label}
      </Button>
      {query.isFetchNextPageError && (
        <p role="alert" className="text-sm text-danger">
          {query.error?.message}
        </p>
      )}
    </div>
  );
}

/** A button of a row. */
export interface RowAction {
  text: string;
  /** The accessible name, which says to what. */
  name: string;
  look?: ButtonLook;
  isDisabled?: boolean;
  run(): unknown;
}

interface ActionRowProps {
  /** Each at its place, also while others are false or null: the focus stays where one takes the place of another. */
  actions: readonly (RowAction | false | null)[];
  children: ReactNode;
}

/** The content of a row: what it is about, and its buttons after it, or below it where there is no room. */
export function ActionRow({ actions, children }: ActionRowProps) {
  const buttons = actions.map(
    (action, index) =>
      action && (
        <Button
          key={index}
          look={action.look}
          aria-label={action.name}
          aria-disabled={action.isDisabled}
          onClick={() => void action.run()}
        >
          {action.text}
        </Button>
      ),
  );
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-3 p-4">
      <div className="min-w-0 grow basis-64">{children}</div>
      {actions.some((action) => action) && <div className="flex flex-wrap gap-2">{buttons}</div>}
    </div>
  );
}
