import "server-only";
import { memoize } from "../../core/memoize.browser.ts";
import { formatCell, guardCell, problemColumn } from "./cell.browser.ts";
import type { Table, TableRow } from "./table.ts";

/** The columns of a file of refused rows, but for the reasons. A row with too many values has some without a name. */
export function filedColumns(table: Table): string[] {
  return filedPlaces(table).map((index) => guardCell(table.columns[index] ?? ""));
}

/** The values of a row in these columns, as CSV has them. */
export function filedCells(table: Table, row: TableRow): string[] {
  return filedPlaces(table).map((index) => cellText(table, row, index));
}

const filedPlaces = memoize((table: Table): readonly number[] => {
  const length = Math.max(table.columns.length, ...table.rows.map(({ cells }) => cells.length));
  return Array.from({ length }, (_, index) => index).filter((index) => table.columns[index] !== problemColumn);
});

function cellText({ format }: Table, { cells }: TableRow, index: number): string {
  const cell = cells[index];
  if (cell === undefined || cell === null) return "";
  if (typeof cell !== "string") return formatCell(typeof cell === "number" ? cell : JSON.stringify(cell));
  return format === "csv" ? guardCell(cell) : formatCell(cell);
}
