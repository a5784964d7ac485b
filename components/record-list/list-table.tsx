"use client";

import {
  flexRender,
  getCoreRowModel,
  useReactTable,
  type ColumnDef,
  type Row as TanStackRow,
} from "@tanstack/react-table";
import { useVirtualizer } from "@tanstack/react-virtual";
import { memo, useMemo, useRef, type ReactNode } from "react";
import type { ListColumn, ListView, ListContext } from "./list-view";
import type { Entries, ResourcePath } from "@/lib/resources/nouns";
import { usePrintableRange } from "@/components/ui/use-printable-range";
import { RecordLink } from "@/components/directory/record-link";
import type { Row } from "./rows";

const rowPixels = 44;

export interface ListProps<P extends ResourcePath> {
  view: ListView<P>;
  /** Sorted and filtered. */
  rows: readonly Row<Entries[P]>[];
  columns: readonly ListColumn<Entries[P]>[];
  context: ListContext;
  order: string;
  onOrder(order: string): void;
  /** Rendered before each record's name. */
  mark?: ((id: string, name: string) => ReactNode) | undefined;
}

/** A virtualised table: TanStack Table gets only the visible rows. */
export function ListTable<P extends ResourcePath>({
  view,
  rows,
  columns,
  context,
  order,
  onOrder,
  mark,
}: ListProps<P>) {
  const scroller = useRef<HTMLDivElement>(null);
  // oxlint-disable-next-line react/incompatible-library -- it re-renders on scroll, and nothing here is memoised by it
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPixels,
    overscan: 12,
    rangeExtractor: usePrintableRange(),
  });
  const inSight = virtualizer.getVirtualItems();
  const first = inSight[0];
  const last = inSight.at(-1);
  const [from, to] = [first?.index ?? 0, (last?.index ?? -1) + 1];
  // A new array would reset the table.
  const data = useMemo(() => rows.slice(from, to).map(({ entry }) => entry), [rows, from, to]);
  const definitions = useMemo(
    () => columns.map((column) => definitionOf(column, view, context)),
    [columns, view, context],
  );
  const table = useReactTable({
    data,
    columns: definitions,
    getRowId: ({ id }) => id,
    getCoreRowModel: getCoreRowModel(),
    manualSorting: true,
    autoResetAll: false,
  });
  const width = columns.reduce((sum, column) => sum + column.width, mark ? 44 : 0);
  return (
    <div
      ref={scroller}
      role="region"
      aria-label={`List of ${view.path.replace("-", " ")}`}
      tabIndex={0}
      className="relative max-h-[calc(100dvh-240px)] min-h-64 overflow-auto rounded border border-line bg-raised"
    >
      <table
        aria-rowcount={rows.length + 1}
        className="w-full table-fixed border-collapse text-sm"
        style={{ minWidth: width }}
      >
        <thead className="sticky top-0 z-10 bg-sunken">
          {table.getHeaderGroups().map((group) => (
            <tr key={group.id} aria-rowindex={1}>
              {mark && (
                <th scope="col" className="w-11 border-b border-line print:hidden">
                  <span className="sr-only">Selected</span>
                </th>
              )}
              {group.headers.map((header, index) => (
                <Heading key={header.id} column={columns[index]} order={order} onOrder={onOrder} />
              ))}
            </tr>
          ))}
        </thead>
        <tbody>
          <Space pixels={first?.start ?? 0} />
          {table.getRowModel().rows.map((row, index) => (
            <TableRow
              key={row.id}
              row={row}
              index={inSight[index]?.index ?? 0}
              definitions={definitions}
              mark={mark}
              name={mark ? (columns[0]?.text(row.original, context) ?? row.id) : row.id}
            />
          ))}
          <Space pixels={last ? virtualizer.getTotalSize() - last.end : 0} />
        </tbody>
      </table>
    </div>
  );
}

interface TableRowProps {
  row: TanStackRow<{ id: string }>;
  /** The index among the filtered rows. */
  index: number;
  /** The columns; a change re-renders the row. */
  definitions: readonly unknown[];
  mark: ListProps<ResourcePath>["mark"];
  name: string;
}

/** Memoised, so that scrolling doesn't re-render rows that stay visible. */
const TableRow = memo(
  function TableRow({ row, index, mark, name }: TableRowProps) {
    return (
      <tr aria-rowindex={index + 2} className="h-11 border-b border-line last:border-b-0 hover:bg-sunken">
        {mark && <td className="px-3 print:hidden">{mark(row.id, name)}</td>}
        {row.getVisibleCells().map((cell) => (
          <td key={cell.id} className="truncate px-3">
            {flexRender(cell.column.columnDef.cell, cell.getContext())}
          </td>
        ))}
      </tr>
    );
  },
  (before, after) =>
    before.row.original === after.row.original &&
    before.index === after.index &&
    before.definitions === after.definitions &&
    before.mark === after.mark,
);

function definitionOf<P extends ResourcePath>(
  column: ListColumn<Entries[P]>,
  { path, columns: [first] }: ListView<P>,
  context: ListContext,
): ColumnDef<Entries[P]> {
  return {
    id: column.id,
    cell: ({ row: { original } }) => {
      const content = column.cell?.(original, context) ?? column.text(original, context);
      return column.id === first?.id ? (
        <RecordLink path={path} id={original.id}>
          {content}
        </RecordLink>
      ) : (
        content
      );
    },
  };
}

interface HeadingProps<Entry> {
  column: ListColumn<Entry> | undefined;
  order: string;
  onOrder(order: string): void;
}

function Heading<Entry>({ column, order, onOrder }: HeadingProps<Entry>) {
  if (!column) return null;
  const direction = order === column.id ? "ascending" : order === `-${column.id}` ? "descending" : undefined;
  return (
    <th
      scope="col"
      aria-sort={direction ?? "none"}
      className="border-b border-line text-left font-semibold"
      style={{ width: column.width }}
    >
      <button
        type="button"
        className="flex min-h-10 w-full cursor-pointer items-center gap-2 truncate px-3 text-left hover:text-curtain"
        onClick={() => onOrder(direction === "ascending" ? `-${column.id}` : column.id)}
      >
        {column.title}
        <span aria-hidden="true" className="text-curtain">
          {direction === "ascending" ? "↑" : direction === "descending" ? "↓" : ""}
        </span>
      </button>
    </th>
  );
}

/** A spacer with the height of the rows that are not rendered. */
function Space({ pixels }: { pixels: number }) {
  return pixels > 0 ? <tr aria-hidden="true" style={{ height: pixels }} /> : null;
}
