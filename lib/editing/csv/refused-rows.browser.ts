import { guardCell, problemColumn, csvText } from "./cell.browser.ts";

/** A row of a file of refused rows. */
interface RefusedRow {
  /** One for each column of the file. */
  cells: readonly string[];
  reasons: readonly string[];
}

/**
 * The refused rows of a file as CSV, with the columns that the file has and a last one with the reasons. Its separator
 * is the file's, so that the same spreadsheet opens it.
 */
export function refusedRowsCsv(columns: readonly string[], rows: readonly RefusedRow[], separator: string): string {
  const lines = rows.map(({ cells, reasons }) => [...cells, guardCell(reasons.join("; "))]);
  return csvText([[...columns, problemColumn], ...lines], separator);
}
