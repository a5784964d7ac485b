import Papa from "papaparse";

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

/** What is invalid in a row. */
export interface SheetProblem {
  row: number;
  /** Null: the row as a whole. */
  column: string | null;
  message: string;
}

/** Spreadsheets use the separator of their locale. */
const separators = [",", ";", "\t"];

/**
 * Reads a table whose first row has the column names.
 *
 * @param isKnown whether a column name is one of the resource's: the separator is the one that finds most of them.
 */
export function readCsvTable(text: string, isKnown: (column: string) => boolean): Table {
  const plain = text.replace(/^\uFEFF/, "");
  const { separator, columns } = bestHeader(plain, isKnown);
  const { data, errors } = Papa.parse<string[]>(plain, { delimiter: separator });
  const rows = data
    .map((cells, index) => ({ cells, row: index + 1 }))
    .slice(1)
    .filter(({ cells }) => cells.some(Boolean));
  const problems = [
    ...errors.map(({ row, message }) => ({ row: (row ?? 0) + 1, column: null, message })),
    ...rows
      .filter(({ cells }) => cells.length !== columns.length)
      .map(({ cells, row }) => ({
        row,
        column: null,
        message: `has ${cells.length} values; expected ${columns.length}`,
      })),
  ];
  return { format: "csv", separator, columns, rows, problems };
}

/** Reads a JSON array of records. */
export function readJsonTable(text: string): Table {
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch {
    return unreadable("The file is not JSON.");
  }
  if (!Array.isArray(value)) return unreadable("The file is not a JSON array of records.");
  const records = value.map((one: unknown) => (isObject(one) ? one : null));
  const columns = [...new Set(records.flatMap((record) => Object.keys(record ?? {})))];
  return {
    format: "json",
    separator: ",",
    columns,
    rows: records.map((record, index) => ({
      row: index + 1,
      cells: record ? columns.map((name) => at(record, name)) : [],
    })),
    problems: records.flatMap((record, index) =>
      record ? [] : [{ row: index + 1, column: null, message: "is not a JSON object" }],
    ),
  };
}

/** The first row, with the separator that finds the most known column names in it, or else the most columns. */
function bestHeader(text: string, isKnown: (column: string) => boolean): { separator: string; columns: string[] } {
  let best = { separator: ",", columns: [""], known: -1 };
  for (const separator of separators) {
    const [cells = []] = Papa.parse<string[]>(text, { delimiter: separator, preview: 1 }).data;
    const columns = cells.map((cell) => cell.trim());
    const known = columns.filter(isKnown).length;
    if (known > best.known || (known === best.known && columns.length > best.columns.length))
      best = { separator, columns, known };
  }
  return best;
}

/** A member of the record itself: `constructor` is none. */
function at(record: Record<string, unknown>, name: string): unknown {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function unreadable(message: string): Table {
  return { format: "json", separator: ",", columns: [], rows: [], problems: [{ row: 1, column: null, message }] };
}
