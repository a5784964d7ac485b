import { nouns, type ResourcePath } from "@/lib/resources/nouns";
import type { Sheet } from "@/lib/csv/sheet";
import type { Table } from "@/lib/csv/table";
import { isKnownColumn, type TargetField } from "./mapping";

// The parsers load with the first file: zod alone is a sixth of a page's code.

/** Reads the text of a CSV or JSON file. */
export async function readTable(text: string, fileName: string, fields: readonly TargetField[]): Promise<Table> {
  const { readCsvTable, readJsonTable } = await import("@/lib/csv/table");
  const isJson = /\.json$/i.test(fileName) || /^\s*\[/.test(text);
  return isJson ? readJsonTable(text) : readCsvTable(text, (column) => isKnownColumn(column, fields));
}

/** @param mapping the field of each column. */
export async function readSheet(table: Table, mapping: readonly (string | null)[], path: ResourcePath): Promise<Sheet> {
  const [{ toSheet }, schema] = await Promise.all([import("@/lib/csv/sheet"), nouns[path].schema()]);
  const sheet = toSheet(table, mapping, schema);
  if (table.format === "json" || mapping.some((field) => field !== null)) return sheet;
  const message = `The first row must contain column names: ${Object.keys(schema.shape).join(", ")}.`;
  return { rows: [], problems: [{ row: 1, column: null, message }] };
}
