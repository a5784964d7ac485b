import Papa from "papaparse";
import type { z } from "zod";
import { formatCell, type CellValue } from "./cell.browser.ts";

/** Tells spreadsheets that the text is UTF-8. */
const byteOrderMark = "\uFEFF";

/** Records as CSV (RFC 4180), with the fields of `shape` in its order and no others. */
export function toCsv(shape: z.ZodObject, records: readonly Readonly<Record<string, unknown>>[]): string {
  const columns = Object.keys(shape.shape);
  // The record's shape guarantees these values.
  const rows = records.map((record) => columns.map((column) => formatCell((record[column] ?? null) as CellValue)));
  return csvText([columns, ...rows]);
}

/** Rows of cells as CSV, which spreadsheets open as UTF-8. */
export function csvText(rows: readonly (readonly string[])[], separator = ","): string {
  const lines = rows.map((cells) => [...cells]);
  return `${byteOrderMark}${Papa.unparse(lines, { newline: "\r\n", delimiter: separator })}\r\n`;
}

/** @param more members that are written besides the fields of `shape`. */
export function toJson(
  shape: z.ZodObject,
  records: readonly Readonly<Record<string, unknown>>[],
  more: readonly string[] = [],
): string {
  const columns = [...Object.keys(shape.shape), ...more];
  const rows = records.map((record) => Object.fromEntries(columns.map((column) => [column, record[column] ?? null])));
  return `${JSON.stringify(rows, null, 2)}\n`;
}
