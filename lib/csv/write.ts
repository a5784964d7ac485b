import Papa from "papaparse";
import type { z } from "zod";
import { cellOf, type Value } from "./cell.ts";

/** By which a spreadsheet knows that the text is UTF-8. */
const byteOrderMark = "\uFEFF";

/** Records as CSV (RFC 4180), the fields of `shape` in its order; what else they have is left out. */
export function toCsv(shape: z.ZodObject, records: readonly Readonly<Record<string, unknown>>[]): string {
  const columns = Object.keys(shape.shape);
  // A record's fields are these: its shape says so.
  const rows = records.map((record) => columns.map((column) => cellOf((record[column] ?? null) as Value)));
  return `${byteOrderMark}${Papa.unparse([columns, ...rows], { newline: "\r\n" })}\r\n`;
}

export function toJson(shape: z.ZodObject, records: readonly Readonly<Record<string, unknown>>[]): string {
  const columns = Object.keys(shape.shape);
  const rows = records.map((record) => Object.fromEntries(columns.map((column) => [column, record[column] ?? null])));
  return `${JSON.stringify(rows, null, 2)}\n`;
}
