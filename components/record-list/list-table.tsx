"use client";

import {
  flexRender,
  getCoreRowModel,
  useReactTable,
  type ColumnDef,
  type Row as TanStackRow,
} from "@tanstack/react-table";
import { memo, useMemo, type ReactNode } from "react";
import type { Entries, ResourcePath } from "@/lib/resources/nouns";
import { isCut } from "./column-widths";
import { cellText, ListCell } from "./list-cell";
import type { ListColumn, ListContext, ListView } from "./list-view";
import type { Row } from "./rows";
import type { Selection } from "./use-selection";
import { useWindowRows } from "./use-window-rows";

const rowPixels = 34;
/** The width of the checkboxes' column. */
export const markPixels = 40;
/** The height of the bar of a selection, which sticks to the window above the heading: `.below-bar`. */
const barPixels = 52;

export interface ListProps<P extends ResourcePath> {
  view: ListView<P>;
  /** Sorted and filtered. */
  rows: readonly Row<Entries[P]>[];
  columns: readonly ListColumn<Entries[P]>[];
  context: ListContext;
  selection: Selection;
  /** Rendered before each record's name. */
  mark(id: string, name: string): ReactNode;
}

interface TableProps<P extends ResourcePath> extends ListProps<P> {
  /** The widths of the columns, in pixels. */
  widths: readonly number[];
  order: string;
  onOrder(order: string): void;
}

/** A virtualised table that scrolls with the page: TanStack Table gets only the visible rows. */
export function ListTable<P extends ResourcePath>(props: TableProps<P>) {
  const { view, rows, columns, widths, context, selection, order, onOrder, mark } = props;
  const isBarred = selection.selected.size > 0;
  const { virtualizer, top, attributes } = useWindowRows<HTMLTableSectionElement>({
    path: view.path,
    rows,
    rowPixels,
    overscan: 12,
    coveredPixels: rowPixels + (isBarred ? barPixels : 0),
    selection,
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
  const titles = useMemo(
    () => (entry: Entries[P]) =>
      columns.map((column, index) => {
        const text = cellText(column, entry, context);
        return isCut(text, widths[index] ?? 0) ? text : undefined;
      }),
    [columns, widths, context],
  );
  // oxlint-disable-next-line react/incompatible-library -- it gets other rows on scroll, and nothing here is memoised by it
  const table = useReactTable({
    data,
    columns: definitions,
    getRowId: ({ id }) => id,
    getCoreRowModel: getCoreRowModel(),
    manualSorting: true,
    autoResetAll: false,
  });
  return (
    <table
      aria-label={`List of ${view.path.replace("-", " ")}`}
      aria-rowcount={rows.length + 1}
      className="w-full table-fixed border-separate border-spacing-0 border border-line bg-raised text-sm"
    >
      <thead className={`sticky z-5 bg-sunken ${isBarred ? "below-bar" : "below-header"}`}>
        {table.getHeaderGroups().map((group) => (
          <tr key={group.id} aria-rowindex={1}>
            <th scope="col" className="border-b border-line print:hidden" style={{ width: markPixels }}>
              <span className="sr-only">Selected</span>
            </th>
            {group.headers.map((header, index) => (
              <Heading
                key={header.id}
                column={columns[index]}
                width={widths[index] ?? 0}
                order={order}
                onOrder={onOrder}
              />
            ))}
          </tr>
        ))}
      </thead>
      <tbody id="records" tabIndex={-1} className="scroll-mt-10 outline-none" {...attributes}>
        <Space pixels={(first?.start ?? top) - top} />
        {table.getRowModel().rows.map((row, index) => (
          <TableRow
            key={row.id}
            row={row}
            index={inSight[index]?.index ?? 0}
            definitions={definitions}
            titles={titles}
            mark={mark}
            name={columns[0]?.text(row.original, context) ?? row.id}
          />
        ))}
        <Space pixels={last ? virtualizer.getTotalSize() - (last.end - top) : 0} />
      </tbody>
    </table>
  );
}

interface TableRowProps<Entry extends { id: string }> {
  row: TanStackRow<Entry>;
  /** The index among the filtered rows. */
  index: number;
  /** The columns; a change re-renders the row. */
  definitions: readonly unknown[];
  /** The whole texts of the cells that are too narrow for them. */
  titles(entry: Entry): readonly (string | undefined)[];
  mark: ListProps<ResourcePath>["mark"];
  name: string;
}

/** Memoised, so that scrolling doesn't re-render rows that stay visible. The cast keeps the type parameter. */
const TableRow = memo(
  PlainRow,
  (before, after) =>
    before.row.original === after.row.original &&
    before.index === after.index &&
    before.definitions === after.definitions &&
    before.titles === after.titles &&
    before.mark === after.mark,
) as typeof PlainRow;

function PlainRow<Entry extends { id: string }>({ row, index, titles, mark, name }: TableRowProps<Entry>) {
  const whole = titles(row.original);
  return (
    <tr
      data-record={row.id}
      aria-rowindex={index + 2}
      className="h-[34px] hover:bg-sunken has-checked:bg-curtain-wash has-focus-visible:bg-sunken [&>td]:border-b [&>td]:border-line"
    >
      <td className="pl-3 print:hidden">{mark(row.id, name)}</td>
      {row.getVisibleCells().map((cell, place) => (
        <td key={cell.id} title={whole[place]} className="truncate px-2 *:scroll-my-24">
          {flexRender(cell.column.columnDef.cell, cell.getContext())}
        </td>
      ))}
    </tr>
  );
}

function definitionOf<P extends ResourcePath>(
  column: ListColumn<Entries[P]>,
  view: ListView<P>,
  context: ListContext,
): ColumnDef<Entries[P]> {
  return {
    id: column.id,
    cell: ({ row: { original } }) => <ListCell view={view} column={column} entry={original} context={context} />,
  };
}

interface HeadingProps<Entry> {
  column: ListColumn<Entry> | undefined;
  width: number;
  order: string;
  onOrder(order: string): void;
}

function Heading<Entry>({ column, width, order, onOrder }: HeadingProps<Entry>) {
  if (!column) return null;
  const direction = order === column.id ? "ascending" : order === `-${column.id}` ? "descending" : undefined;
  return (
    <th
      scope="col"
      aria-sort={direction ?? "none"}
      className="border-b border-line text-left font-semibold"
      style={{ width }}
    >
      <button
        type="button"
        className="flex h-[34px] w-full cursor-pointer items-center gap-2 px-2 text-left -outline-offset-2 hover:text-curtain"
        onClick={() => onOrder(direction === "ascending" ? `-${column.id}` : column.id)}
      >
        <span className="truncate">{column.title}</span>
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
