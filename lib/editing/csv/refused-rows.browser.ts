import { formatCell, guardCell, problemColumn } from "./cell.browser.ts";
import type { Table, TableRow } from "./table.browser.ts";
import { csvText } from "./write.browser.ts";

/**
 * The refused rows of a file as CSV, with the columns that the file has and a last one with the reasons. Its separator
 * is the file's, so that the same spreadsheet opens it.
 *
 * @param reasons of each refused row, by its number.
 */
export function refusedRowsCsv(table: Table, reasons: ReadonlyMap<number, readonly string[]>): string {
  const kept = table.columns.map((name, index) => ({ name, index })).filter(({ name }) => name !== problemColumn);
  const refused = table.rows.filter(({ row }) => reasons.has(row));
  // A row with too many values keeps them, in columns without a name.
  const surplus = Math.max(0, ...refused.map(({ cells }) => cells.length - table.columns.length));
  const extra = Array.from({ length: surplus }, (_, index) => ({ name: "", index: table.columns.length + index }));
  const columns = [...kept, ...extra];
  const lines = refused.map((row) => [
    ...columns.map(({ index }) => cellText(table, row, index)),
    guardCell((reasons.get(row.row) ?? []).join("; ")),
  ]);
  return csvText([[...columns.map(({ name }) => guardCell(name)), problemColumn], ...lines], table.separator);
}

function cellText({ format }: Table, { cells }: TableRow, index: number): string {
  const cell = cells[index];
  if (cell === undefined || cell === null) return "";
  if (typeof cell !== "string") return formatCell(typeof cell === "number" ? cell : JSON.stringify(cell));
  return format === "csv" ? guardCell(cell) : formatCell(cell);
}
