import type { z } from "zod";
import { withoutControls } from "../../core/control-characters.browser.ts";
import { foldName } from "../../core/fold.browser.ts";
import Papa from "papaparse";

/** The column of the reasons in a file of refused rows; an import ignores it. */
export const problemColumn = "problem";

/** The value of a field in a record, as a cell of a table. */
export type CellValue = string | number | null;

/*
 * Spreadsheets treat a cell that begins with one of = + - @ as a formula and may run it. Such text is written after an
 * apostrophe, as spreadsheets mark text. The empty text gets one too, because an empty cell is null, and text that
 * already looks marked gets one more; so every text without control characters reads back unchanged.
 */
const needsMark = /^'*(?:[=+\-@\t\r]|$)/;
const hasMark = /^'+(?:[=+\-@\t\r]|$)/;

const isUnmarked = /^[=+\-@\t\r]/;
const numeral = /^\s*[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?\s*$/i;

/** A number is written without a mark, also when negative; text without control characters but line feeds. */
export function formatCell(value: CellValue): string {
  if (value === null) return "";
  if (typeof value === "number") return String(value);
  const text = withoutControls(value);
  return needsMark.test(text) ? `'${text}` : text;
}

/** A cell as a file has it, with a mark if a spreadsheet would take it for a formula. It reads as the same value. */
export function guardCell(cell: string): string {
  return isUnmarked.test(cell) && !numeral.test(cell) ? `'${cell}` : cell;
}

/**
 * The value of a cell in a column of this kind; the text itself when a number column has none. A choice may be written
 * in any case and spacing, and other values may have white space around them where the text as it is would be refused.
 */
export function parseCell(cell: string, field: z.ZodType): CellValue {
  if (cell === "") return null;
  if (isNumber(field) && numeral.test(cell)) return Number(cell);
  const text = hasMark.test(cell) ? cell.slice(1) : cell;
  const choice = optionsOf(field).find((option) => plainChoice(option) === plainChoice(text));
  if (choice !== undefined) return choice;
  return text.trim() === text || field.safeParse(text).success ? text : parseCell(text.trim(), field);
}

/** Read from the field's own refusal, because zod is too large for a page that only lists columns. */
function optionsOf(field: z.ZodType): string[] {
  const issues = field.safeParse("").error?.issues ?? [];
  return issues.flatMap((issue) => (issue.code === "invalid_value" ? issue.values.map(String) : []));
}

/** `Stand-by ` and `standby` are one. */
function plainChoice(text: string): string {
  return foldName(text).replaceAll(" ", "");
}

/** Why a value is invalid in its column; null when it is valid. */
export function cellIssue(value: unknown, field: z.ZodType): string | null {
  const parsed = field.safeParse(value);
  if (parsed.success) return null;
  if (value === null) return "must not be empty";
  if (isNumber(field) && typeof value !== "number") return "must be a number, written like 51.5";
  return parsed.error.issues[0]?.message ?? "is not valid";
}

/** No field takes both a number and text. */
function isNumber(field: z.ZodType): boolean {
  // Asked of text, since no one number is in the limits of every field.
  const issues = field.safeParse("").error?.issues ?? [];
  return issues.some((issue) => issue.code === "invalid_type" && issue.expected === "number");
}

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
  return `${byteOrderMark}${Papa.unparse([...rows], { newline: "\r\n", delimiter: separator })}\r\n`;
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

/**
 * The refused rows of a file as CSV, with the columns that the file has and a last one with the reasons. Its separator
 * is the file's, so that the same spreadsheet opens it.
 */
export function refusedRowsCsv(
  columns: readonly string[],
  rows: readonly { readonly cells: readonly string[]; readonly reasons: readonly string[] }[],
  separator: string,
): string {
  const lines = rows.map(({ cells, reasons }) => [...cells, guardCell(reasons.join("; "))]);
  return csvText([[...columns, problemColumn], ...lines], separator);
}
