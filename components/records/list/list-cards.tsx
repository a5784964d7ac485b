import type { ResourcePath } from "@/lib/resources/resource-views.browser";
import { cellText, ListCell, RowCheckbox } from "./list-table";
import type { RecordList } from "./use-list";
import { useWindowRows } from "./use-window-rows";

/** The list where a table doesn't fit: one card per record, virtualised. */
export function ListCards<P extends ResourcePath>({ list }: { list: RecordList<P> }) {
  const { view, rows, ids, columns, context, selection } = list;
  const { virtualizer, top, attributes } = useWindowRows<HTMLUListElement>({
    path: view.path,
    keys: ids,
    pixelsOf: () => 40 + 24 * columns.length,
    overscan: 6,
    coveredPixels: selection.selected.size > 0 ? 100 : 0,
    selection,
  });
  const [first, ...others] = columns;
  return (
    <ul
      id="records"
      tabIndex={-1}
      aria-label={`List of ${view.path.replace("-", " ")}`}
      className="relative rounded border border-line bg-raised outline-none"
      style={{ height: virtualizer.getTotalSize() }}
      {...attributes}
    >
      {virtualizer.getVirtualItems().map((item) => {
        const row = rows[item.index];
        if (!row || !first) return null;
        const { entry } = row;
        return (
          <li
            key={entry.id}
            ref={virtualizer.measureElement}
            data-index={item.index}
            data-record={entry.id}
            aria-setsize={rows.length}
            aria-posinset={item.index + 1}
            className="absolute inset-x-0 top-0 border-b border-line p-3 text-sm"
            style={{ transform: `translateY(${item.start - top}px)` }}
          >
            <div className="flex min-h-6 items-start gap-3 [&_a]:scroll-my-24">
              <RowCheckbox list={list} row={row} />
              <ListCell list={list} row={row} column={first} />
            </div>
            <dl className="mt-1 grid grid-cols-[96px_1fr] gap-x-3 gap-y-1">
              {others.map((column) => {
                const text = cellText(column, entry, context);
                return (
                  text !== "" && (
                    <div key={column.id} className="contents">
                      <dt className="text-muted">{column.title}</dt>
                      <dd title={text} className="line-clamp-2 min-w-0 break-words">
                        <ListCell list={list} row={row} column={column} />
                      </dd>
                    </div>
                  )
                );
              })}
            </dl>
          </li>
        );
      })}
    </ul>
  );
}
