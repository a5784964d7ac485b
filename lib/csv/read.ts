import Papa from "papaparse";
import type { z } from "zod";
import { parseCell } from "./cell.ts";
import { checkRows, type Sheet, type SheetProblem } from "./sheet.ts";

/** Spreadsheets use the separator of their locale. */
const separators = [",", ";", "\t"];

/**
 * Reads a table with one record per row. The first row names the columns in any order and case. A missing column leaves
 * its field unchanged; an empty cell is null.
 *
 * @param shape the resource's record.
 */
export function readCsv(text: string, shape: z.ZodObject): Sheet {
  const plain = text.replace(/^\uFEFF/, "");
  const columns = Object.keys(shape.shape);
  const [delimiter = ",", names = []] = bestHeader(plain, columns);
  if (!names.some((name) => columns.includes(name))) return onlyProblem(missingHeader(columns));
  const { data, errors } = Papa.parse<string[]>(plain, { delimiter });
  const filled = data
    .map((cells, index) => ({ cells, row: index + 1 }))
    .slice(1)
    .filter(({ cells }) => cells.some(Boolean));
  const whole = filled.filter(({ cells }) => cells.length === names.length);
  const sheet = checkRows(
    shape,
    whole.map(({ cells, row }) => ({ row, values: valuesOf(cells, names, shape) })),
  );
  const problems = [
    ...headerProblems(names, columns),
    ...errors.map(({ row, message }) => ({ row: (row ?? 0) + 1, column: null, message })),
    ...filled
      .filter(({ cells }) => cells.length !== names.length)
      .map(({ cells, row }) => wrongLength(row, cells, names)),
    ...sheet.problems,
  ];
  return { rows: sheet.rows, problems };
}

/** Reads a JSON array of records; its rows are counted from 1. */
export function readJsonRecords(text: string, shape: z.ZodObject): Sheet {
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch {
    return onlyProblem("The file is not JSON.");
  }
  if (!Array.isArray(value)) return onlyProblem("The file is not a JSON array of records.");
  const objects = value.map((one: unknown, index) => ({ row: index + 1, values: isObject(one) ? one : null }));
  const rows = objects.flatMap(({ row, values }) => (values ? [{ row, values: known(values, shape) }] : []));
  const strange = objects.flatMap(({ row, values }): SheetProblem[] => {
    if (!values) return [{ row, column: null, message: "is not a JSON object" }];
    return Object.keys(values).flatMap((name) => (Object.hasOwn(shape.shape, name) ? [] : [unknownColumn(row, name)]));
  });
  const sheet = checkRows(shape, rows);
  return { rows: sheet.rows, problems: [...strange, ...sheet.problems] };
}

/** The separator with which the first row names the most columns. */
function bestHeader(text: string, columns: string[]): [separator: string, names: string[]] | [] {
  const headers = separators.map((delimiter): [string, string[]] => {
    const [cells = []] = Papa.parse<string[]>(text, { delimiter, preview: 1 }).data;
    return [delimiter, cells.map((cell) => cell.trim().toLowerCase())];
  });
  const score = ([, names]: [string, string[]]) => names.filter((name) => columns.includes(name)).length;
  return headers.sort((a, b) => score(b) - score(a))[0] ?? [];
}

/** Columns without a name are ignored. */
function headerProblems(names: string[], columns: string[]): SheetProblem[] {
  const strange = names.filter((name) => name !== "" && !columns.includes(name));
  const twice = names.filter((name, index) => columns.includes(name) && names.indexOf(name) !== index);
  return [
    ...strange.map((name) => unknownColumn(1, name)),
    ...twice.map((column) => ({ row: 1, column, message: "is a duplicate column" })),
  ];
}

function valuesOf(cells: string[], names: string[], shape: z.ZodObject): Record<string, unknown> {
  const fields = shape.shape as Record<string, z.ZodType>;
  return Object.fromEntries(
    names.flatMap((name, index) => {
      const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
      return field ? [[name, parseCell(cells[index] ?? "", field)]] : [];
    }),
  );
}

function known(values: Record<string, unknown>, shape: z.ZodObject): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([name]) => Object.hasOwn(shape.shape, name)));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function onlyProblem(message: string): Sheet {
  return { rows: [], problems: [{ row: 1, column: null, message }] };
}

function missingHeader(columns: string[]): string {
  return `The first row must contain column names: ${columns.join(", ")}.`;
}

function unknownColumn(row: number, column: string): SheetProblem {
  return { row, column, message: "Unknown column" };
}

function wrongLength(row: number, cells: string[], names: string[]): SheetProblem {
  return { row, column: null, message: `has ${cells.length} values; expected ${names.length}` };
}
