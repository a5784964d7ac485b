import { memo, type ComponentType, type ReactNode } from "react";
import { RecordLink } from "@/components/records/record-name";
import { Badge } from "@/components/ui/badge";
import type { Entries, ResourcePath } from "@/lib/resources/resource-views.browser";
import { isCut } from "./column-widths";
import type { ListColumn, ListContext } from "./list-view";
import type { RecordRow } from "./rows";
import { SelectCheckbox } from "./selection";
import type { RecordList } from "./use-list";
import { useWindowRows } from "./use-window-rows";

const rowPixels = 34;
/** The width of the checkboxes' column. */
export const markPixels = 40;
/** The height of the bar of a selection, which sticks to the window above the heading: `.below-bar`. */
const barPixels = 52;

/** Around the content of a cell. @see EditableCell */
export type CellFrame = ComponentType<{
  id: string;
  field: string;
  title: string;
  isEmpty: boolean;
  children: ReactNode;
}>;

interface TableProps<P extends ResourcePath> {
  list: RecordList<P>;
  Cell: CellFrame;
  /** The widths of the columns, in pixels. */
  widths: readonly number[];
}

/** A virtualised table that scrolls with the page. */
export function ListTable<P extends ResourcePath>(props: TableProps<P>) {
  const { list, widths } = props;
  const { view, rows, ids, columns, selection } = list;
  const isBarred = selection.selected.size > 0;
  const { virtualizer, top, attributes } = useWindowRows<HTMLTableSectionElement>({
    path: view.path,
    keys: ids,
    pixelsOf: () => rowPixels,
    overscan: 12,
    coveredPixels: rowPixels + (isBarred ? barPixels : 0),
    selection,
  });
  const inSight = virtualizer.getVirtualItems();
  const [first, last] = [inSight[0], inSight.at(-1)];
  return (
    <table
      aria-label={`List of ${view.path.replace("-", " ")}`}
      aria-rowcount={rows.length + 1}
      className="w-full table-fixed border-separate border-spacing-0 border border-line bg-raised text-sm"
    >
      <thead className={`sticky z-5 bg-sunken ${isBarred ? "below-bar" : "below-header"}`}>
        <tr aria-rowindex={1}>
          <th scope="col" className="border-b border-line print:hidden" style={{ width: markPixels }}>
            <span className="sr-only">Selected</span>
          </th>
          {columns.map((column, index) => (
            <Heading key={column.id} list={list} column={column} width={widths[index] ?? 0} />
          ))}
        </tr>
      </thead>
      <tbody id="records" tabIndex={-1} className="scroll-mt-10 outline-none" {...attributes}>
        <Space pixels={(first?.start ?? top) - top} />
        {inSight.map(({ index }) => {
          const row = rows[index];
          return row && <TableRow key={row.entry.id} {...props} row={row} index={index} />;
        })}
        <Space pixels={last ? virtualizer.getTotalSize() - (last.end - top) : 0} />
      </tbody>
    </table>
  );
}

interface RowProps<P extends ResourcePath> extends TableProps<P> {
  row: RecordRow<Entries[P]>;
  /** The index among the filtered rows. */
  index: number;
}

/** Memoised, so that scrolling doesn't re-render rows that stay visible. The cast keeps the type parameter. */
const TableRow = memo(PlainRow) as typeof PlainRow;

function PlainRow<P extends ResourcePath>({ list, Cell, widths, row, index }: RowProps<P>) {
  const { id } = row.entry;
  return (
    <tr
      data-record={id}
      aria-rowindex={index + 2}
      className="h-[34px] hover:bg-sunken has-checked:bg-curtain-wash has-focus-visible:bg-sunken [&>td]:border-b [&>td]:border-line"
    >
      <td className="pl-3 print:hidden">
        <RowCheckbox list={list} row={row} />
      </td>
      {list.columns.map((column, at) => {
        const text = cellText(column, row.entry, list.context);
        return (
          <td
            key={column.id}
            title={isCut(text, widths[at] ?? 0) ? text : undefined}
            className="truncate px-2 *:scroll-my-24 has-[textarea]:relative has-[textarea]:overflow-visible"
          >
            <Cell id={id} field={column.id} title={column.title} isEmpty={text === ""}>
              <ListCell list={list} column={column} row={row} />
            </Cell>
          </td>
        );
      })}
    </tr>
  );
}

interface HeadingProps<P extends ResourcePath> {
  list: RecordList<P>;
  column: ListColumn<Entries[P]>;
  width: number;
}

function Heading<P extends ResourcePath>({ list: { state, change }, column, width }: HeadingProps<P>) {
  const { order } = state;
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
        onClick={() => change({ order: direction === "ascending" ? `-${column.id}` : column.id })}
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

interface CellProps<P extends ResourcePath> {
  list: RecordList<P>;
  row: RecordRow<Entries[P]>;
}

/** Selects the record of a row, which it names by its first column. */
export function RowCheckbox<P extends ResourcePath>({ list, row: { entry } }: CellProps<P>) {
  const name = list.columns[0]?.text(entry, list.context) ?? entry.id;
  return <SelectCheckbox id={entry.id} name={name} selection={list.selection} />;
}

/** The content of one column of a record; the first column links to the record. */
export function ListCell<P extends ResourcePath>({
  list: { view, context },
  row: { entry, alias },
  column,
}: CellProps<P> & { column: ListColumn<Entries[P]> }) {
  const text = cellText(column, entry, context);
  if (column.id === view.columns[0]?.id) {
    const link = <RecordLink path={view.path} id={entry.id} label={text} />;
    if (!alias) return link;
    return (
      <span title={`${text}, also ${alias}`}>
        {link}{" "}
        <span className="text-muted">
          also <bdi>{alias}</bdi>
        </span>
      </span>
    );
  }
  return column.badge && text !== "" ? <Badge tone={column.badge(entry, context)}>{text}</Badge> : text;
}

export function cellText<Entry>(column: ListColumn<Entry>, entry: Entry, context: ListContext): string {
  return column.cell?.(entry, context) ?? column.text(entry, context);
}
