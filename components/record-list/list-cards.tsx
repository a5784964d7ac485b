"use client";

import { useVirtualizer } from "@tanstack/react-virtual";
import { useRef } from "react";
import type { ListProps } from "./list-table";
import { usePrintableRange } from "@/components/ui/use-printable-range";
import { RecordLink } from "@/components/directory/record-link";
import type { ResourcePath } from "@/lib/resources/nouns";

/** The list on narrow screens: one card per record, virtualised. */
export function ListCards<P extends ResourcePath>({ view, rows, columns, context, mark }: ListProps<P>) {
  const scroller = useRef<HTMLDivElement>(null);
  // oxlint-disable-next-line react/incompatible-library -- it re-renders on scroll, and nothing here is memoised by it
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => 40 + 24 * columns.length,
    overscan: 6,
    rangeExtractor: usePrintableRange(),
  });
  const [first, ...others] = columns;
  return (
    <div
      ref={scroller}
      role="region"
      aria-label={`List of ${view.path.replace("-", " ")}`}
      tabIndex={0}
      className="relative max-h-[calc(100dvh-120px)] min-h-64 overflow-auto rounded border border-line bg-raised"
    >
      <ul className="relative" style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map((item) => {
          const entry = rows[item.index]?.entry;
          if (!entry || !first) return null;
          const name = first.text(entry, context);
          return (
            <li
              key={entry.id}
              ref={virtualizer.measureElement}
              data-index={item.index}
              aria-setsize={rows.length}
              aria-posinset={item.index + 1}
              className="absolute inset-x-0 top-0 border-b border-line p-3 text-sm"
              style={{ transform: `translateY(${item.start}px)` }}
            >
              <div className="flex min-h-6 items-start gap-3">
                {mark?.(entry.id, name)}
                <RecordLink path={view.path} id={entry.id}>
                  {first.cell?.(entry, context) ?? name}
                </RecordLink>
              </div>
              <dl className="mt-1 grid grid-cols-[96px_1fr] gap-x-3 gap-y-1">
                {others.map((column) => {
                  const content = column.cell?.(entry, context) ?? column.text(entry, context);
                  return (
                    content !== "" && (
                      <div key={column.id} className="contents">
                        <dt className="text-muted">{column.title}</dt>
                        <dd className="min-w-0 truncate">{content}</dd>
                      </div>
                    )
                  );
                })}
              </dl>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
