import type { z } from "zod";
import type { RequestedChange } from "../lib/editing/changes/schema.browser.ts";
import { partColumns, readSheet, type Sheet, type SheetRow } from "../lib/editing/csv/sheet.ts";
import { readCsvTable, readJsonTable, type Table } from "../lib/editing/csv/table.ts";

/** The records of a CSV file whose columns have the names of fields; other columns are ignored. */
export function sheetOfCsv(text: string, shape: z.ZodObject): Promise<Sheet> {
  return sheetOf(
    readCsvTable(text, (column) => fieldNamed(column, shape) !== null),
    shape,
  );
}

/** The records of a JSON file, likewise. */
export function sheetOfJson(text: string, shape: z.ZodObject): Promise<Sheet> {
  return sheetOf(readJsonTable(text), shape);
}

function sheetOf(table: Table, shape: z.ZodObject): Promise<Sheet> {
  return readSheet(
    table,
    table.columns.map((column) => fieldNamed(column, shape)),
    shape,
  );
}

function fieldNamed(column: string, { shape }: z.ZodObject): string | null {
  const name = column.toLowerCase();
  return Object.hasOwn(shape, name) || partColumns.some((part) => part === name) ? name : null;
}

/** The changes that these rows ask for. @param taken existing ids. */
export function importedChanges(
  rows: readonly SheetRow[],
  resource: string,
  taken: ReadonlySet<string>,
): RequestedChange[] {
  return rows.map(({ id, fields, parts }) =>
    id !== null && taken.has(id)
      ? { action: "update", resource, id, data: fields, ...parts }
      : { action: "create", resource, ...(id === null ? {} : { id }), data: fields, ...parts },
  );
}
