import "server-only";
import type { ImportSettings } from "../imports/schema.browser.ts";
import Papa from "papaparse";
import { isJsonObject, parseJson } from "../../core/json.browser.ts";
import { memoize } from "../../core/memoize.browser.ts";
import { formatCell, guardCell, problemColumn } from "./cell.browser.ts";
import { withLineFeeds } from "../../core/control-characters.browser.ts";

/** A byte order mark decides between the two of UTF-16. */
type Encoding = NonNullable<ImportSettings["encoding"]>;

/**
 * The encoding of a text file: the one of its byte order mark, else UTF-8, else Windows-1252, in which every byte is a
 * character and which Excel uses for "CSV (Comma delimited)" (WHATWG Encoding Standard).
 */
export function detectEncoding(bytes: Uint8Array): Encoding {
  if (utf16Label(bytes) !== null) return "utf-16";
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return "utf-8";
  } catch {
    return "windows-1252";
  }
}

/** The text of a file, without its byte order mark. Bytes that the encoding does not have become U+FFFD. */
export function decodeText(bytes: Uint8Array, encoding: Encoding): string {
  const label = encoding === "utf-16" ? (utf16Label(bytes) ?? "utf-16le") : encoding;
  const text = new TextDecoder(label).decode(bytes);
  // Some versions of Node decode Windows-1252 as Latin-1.
  return label === "windows-1252"
    ? text.replaceAll(/[\u0080-\u009F]/g, (control) => dashesAndQuotes[control.charCodeAt(0) - 0x80] ?? control)
    : text;
}

/** What Windows-1252 has from 0x80 on, where Latin-1 has control characters; five bytes are none (WHATWG). */
const dashesAndQuotes = "€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008DŽ\u008F\u0090‘’“”•–—˜™š›œ\u009DžŸ";

/** Whether the bytes are a workbook rather than text: a ZIP (.xlsx, .ods, .numbers), or an OLE file (.xls). */
export function isWorkbook([first, second, third, fourth]: Uint8Array): boolean {
  const isZip = first === 0x50 && second === 0x4b && third === 0x03 && fourth === 0x04;
  const isOle = first === 0xd0 && second === 0xcf && third === 0x11 && fourth === 0xe0;
  return isZip || isOle;
}

/** The different words of a text that have a character outside ASCII, in their order. @param max how many at most. */
export function wordsToCheck(text: string, max: number): string[] {
  const found = new Set<string>();
  for (const [word] of text.matchAll(/[\p{L}\p{M}\p{N}'’.-]*[^\0-\x7F][\p{L}\p{M}\p{N}'’.-]*/gu)) {
    if (found.size === max) break;
    found.add(word);
  }
  return [...found];
}

function utf16Label([first, second]: Uint8Array): "utf-16le" | "utf-16be" | null {
  if (first === 0xff && second === 0xfe) return "utf-16le";
  return first === 0xfe && second === 0xff ? "utf-16be" : null;
}

/** A file as it is: no column is a field yet. */
export interface Table {
  format: "csv" | "json";
  /** The separator of its values; a comma for JSON. */
  separator: string;
  /** Without white space around them. The columns of JSON are the members of its records. */
  columns: readonly string[];
  rows: readonly TableRow[];
  /** Whole rows that can't be read, or the whole file. */
  problems: readonly SheetProblem[];
}

export interface TableRow {
  /** As a spreadsheet counts: the column names are row 1. The records of JSON are counted from 1. */
  row: number;
  /** One per column: text in CSV; in JSON any value, or undefined for an absent member. */
  cells: readonly unknown[];
}

export interface SheetProblem {
  row: number;
  /** Null: the row as a whole. */
  column: string | null;
  message: string;
}

/** Spreadsheets use the separator of their locale. */
const separators = [",", ";", "\t"];

/**
 * Reads a table whose first row that is not empty has the column names, as spreadsheets, PowerShell and people with
 * several systems write it: line ends may be mixed, empty cells may be missing or too many at the end of a row.
 *
 * @param isKnown whether a column name is one of the resource's: the separator is the one that finds most of them.
 */
export function readCsvTable(text: string, isKnown: (column: string) => boolean): Table {
  // Excel’s own first line names the separator, and is no row.
  const [, named, plain = ""] = /^(?:"?sep=(.)"?\n)?([^]*)$/i.exec(withLineFeeds(text.replace(/^\uFEFF/, ""))) ?? [];
  const [above] = /^(?:#TYPE .*\n|[ \t,;]*\n)*/.exec(plain) ?? [""];
  const body = plain.slice(above.length);
  const { separator, columns } = bestHeader(body, isKnown, named === undefined ? separators : [named]);
  const { data, errors } = Papa.parse<string[]>(body, { delimiter: separator, newline: "\n" });
  const first = above.split("\n").length;
  const rows = data
    .map((cells, index) => ({ cells: withoutSurplus(cells, columns.length), row: index + first }))
    .slice(1)
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ""));
  const problems = [
    ...errors.map(({ row, code, message }) => ({
      row: (row ?? 0) + first,
      column: null,
      message:
        code === "MissingQuotes" ? "has a quote that is not closed; all below it was taken for its text" : message,
    })),
    ...rows.flatMap(({ row }, index) => {
      const lengths = [-1, 0, 1].map((by) => rows[index + by]?.cells.length ?? 0);
      const message = problemOfLength(lengths, columns.length);
      return message === null ? [] : [{ row, column: null, message }];
    }),
  ];
  return { format: "csv", separator, columns, rows, problems };
}

/** A row without the empty cells behind the last column. */
function withoutSurplus(cells: string[], columns: number): string[] {
  return cells.slice(columns).some((cell) => cell.trim() !== "") ? cells : cells.slice(0, columns);
}

/** Empty cells may be missing at the end. Two rows that make up one were one, with a line break; one cell is no row. */
function problemOfLength([above = 0, length = 0, below = 0]: readonly number[], columns: number): string | null {
  const isHalf = length < columns && [above, below].some((other) => other < columns && other + length === columns + 1);
  if (length > columns || (length === 1 && columns > 1))
    return `has ${length} ${length === 1 ? "value" : "values"}; expected ${columns}`;
  return isHalf ? `has ${length} values, expected ${columns}; a text with a line break needs quotes` : null;
}

export function readJsonTable(text: string): Table {
  const value = parseJson(text.replace(/^\uFEFF/, ""));
  if (value === undefined) return unreadable("is not JSON");
  if (!Array.isArray(value)) return unreadable("is not a JSON array of records");
  const records = value.map((one: unknown) => (isJsonObject(one) ? one : null));
  const columns = [...new Set(records.flatMap((record) => Object.keys(record ?? {})))];
  return {
    format: "json",
    separator: ",",
    columns,
    rows: records.map((record, index) => ({
      row: index + 1,
      // A member of the record itself: `constructor` is none.
      cells: record ? columns.map((name) => (Object.hasOwn(record, name) ? record[name] : undefined)) : [],
    })),
    problems: records.flatMap((record, index) =>
      record ? [] : [{ row: index + 1, column: null, message: "is not a JSON object" }],
    ),
  };
}

/** The first row, with the separator that finds the most known column names in it, or else the most columns. */
function bestHeader(
  text: string,
  isKnown: (column: string) => boolean,
  candidates: readonly string[],
): { separator: string; columns: string[] } {
  let best = { separator: candidates[0] ?? ",", columns: [""], known: -1 };
  for (const separator of candidates) {
    const [cells = []] = Papa.parse<string[]>(text, { delimiter: separator, newline: "\n", preview: 1 }).data;
    const columns = cells.map((cell) => cell.trim());
    const known = columns.filter(isKnown).length;
    if (known > best.known || (known === best.known && columns.length > best.columns.length))
      best = { separator, columns, known };
  }
  return best;
}

function unreadable(message: string): Table {
  return { format: "json", separator: ",", columns: [], rows: [], problems: [{ row: 1, column: null, message }] };
}

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
