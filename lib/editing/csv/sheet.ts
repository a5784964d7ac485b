import "server-only";
import type { z } from "zod";
import { isJsonObject, parseJson } from "../../core/json.browser.ts";
import { createYielder } from "../../core/yielding.ts";
import { cellIssue, parseCell } from "./cell.browser.ts";
import type { SheetProblem, Table, TableRow } from "./table.ts";

/** The records of a table: its valid rows, and everything that is invalid. */
export interface Sheet {
  rows: SheetRow[];
  problems: SheetProblem[];
}

export interface SheetRow {
  /** As a spreadsheet counts: the column names are row 1. */
  row: number;
  /** Null: the record is new. */
  id: string | null;
  /** The fields that have a column. */
  fields: Record<string, unknown>;
  /** Its details and sources, where the row has them. */
  parts?: RecordParts;
}

/** The members of an imported record that are no fields of it, as a change takes them. */
export interface RecordParts {
  details?: Record<string, unknown>;
  sources?: unknown[];
}

/** Their columns: JSON, also in a CSV file. */
export const partColumns = ["details", "sources"] as const;

/** What decoders put in the place of bytes that are no character. */
const replacementCharacter = "\uFFFD";

/**
 * Reads the rows of a table, yielding to the event loop. A field without a column keeps its value; an empty cell is null,
 * but leaves details and sources as they are. Checks each cell against its field's schema, and leaves out invalid rows and
 * rows whose id repeats.
 *
 * @param mapping the field of each column; null for a column that is ignored.
 * @param shape the resource's record.
 * @param chosen the order of days and months in its dates; by default what the file itself says.
 */
export async function readSheet(
  table: Table,
  mapping: readonly (string | null)[],
  shape: z.ZodObject,
  chosen: DateOrder | null = null,
): Promise<Sheet> {
  const { format } = table;
  const columns = fieldColumns(mapping, shape).sort((a, b) => Number(b.name === "id") - Number(a.name === "id"));
  const dates = findWrittenDates(table, mapping, shape);
  // A day such as 03/03/2027 is the same in both.
  const order = chosen ?? (dates ? dates.order : "day/month");
  const unreadable = new Set(table.problems.map(({ row }) => row));
  const sheet: Sheet = { rows: [], problems: [...table.problems] };
  const seen = new Map<string, number>();
  const turn = createYielder();
  for (const { row, cells } of table.rows) {
    await turn();
    if (unreadable.has(row)) continue;
    const values: Record<string, unknown> = {};
    const faults: SheetProblem[] = [];
    for (const { index, name, field } of columns) {
      const cell = cells[index];
      if (cell === undefined) continue;
      const value = format === "csv" && typeof cell === "string" ? valueOf(cell, name, field, order) : cell;
      values[name] = value;
      const isNew = name === "id" && value === null;
      const message = isNew ? null : (unreadableText(value) ?? cellIssue(value, field));
      if (message !== null) faults.push({ row, column: name, message });
    }
    const parts = readParts({ row, cells }, format, mapping, faults);
    const { id = null, ...fields } = values;
    const earlier = typeof id === "string" ? seen.get(id) : undefined;
    if (earlier !== undefined) faults.push({ row, column: "id", message: `is a duplicate of row ${earlier}` });
    if (typeof id === "string") seen.set(id, earlier ?? row);
    if (faults.length > 0) sheet.problems.push(...faults);
    else sheet.rows.push({ row, id: typeof id === "string" ? id : null, fields, ...(parts && { parts }) });
  }
  return sheet;
}

/** The columns that are fields of the record. */
function fieldColumns(mapping: readonly (string | null)[], { shape }: z.ZodObject) {
  const fields = new Map(Object.entries<z.ZodType>(shape));
  return mapping.flatMap((name, index) => {
    const field = name === null ? undefined : fields.get(name);
    return name === null || !field ? [] : [{ index, name, field }];
  });
}

/** The details and sources of a row; the service checks what is in them. @param faults gets what can't be read. */
function readParts(
  { row, cells }: TableRow,
  format: Table["format"],
  mapping: readonly (string | null)[],
  faults: SheetProblem[],
): RecordParts | null {
  const parts: RecordParts = {};
  for (const column of partColumns) {
    const cell = cells[mapping.indexOf(column)];
    if (cell === undefined || (format === "csv" && cell === "")) continue;
    const value = format === "csv" && typeof cell === "string" ? parseJson(cell) : cell;
    const lost = unreadableText(JSON.stringify(value));
    if (lost !== null) faults.push({ row, column, message: lost });
    else if (column === "details" && isJsonObject(value)) parts.details = value;
    else if (column === "sources" && Array.isArray(value)) parts.sources = value;
    else faults.push({ row, column, message: `must be a JSON ${column === "details" ? "object" : "array"}` });
  }
  return Object.keys(parts).length > 0 ? parts : null;
}

function valueOf(cell: string, name: string, field: z.ZodType, order: DateOrder | null): unknown {
  const day = isoDate(cell, order);
  return day !== cell && isDate(field) ? day : parseCell(name === "id" ? cell.trim() : cell, field);
}

function unreadableText(value: unknown): string | null {
  if (typeof value !== "string" || !value.includes(replacementCharacter)) return null;
  return `has ${replacementCharacter} in place of a character that was lost; choose the file’s encoding, or type it again`;
}

/** Excel writes days in the form of its country, also where the file that it opened had another. */
export type DateOrder = "day/month" | "month/day";

const yearLast = /^\s*(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})(?: 0?0:00(?::00)?)?\s*$/;
const yearFirst = /^\s*(\d{4})[/.](\d{1,2})[/.](\d{1,2})(?: 0?0:00(?::00)?)?\s*$/;

/**
 * What the days of a file say of their order.
 *
 * @param mapping the field of each column.
 * @returns a day that shows the order, or one that can be read in both; its order is null when each can be read in both,
 * or when they contradict each other. Null when the order does not matter.
 */
export function findWrittenDates(
  { rows, format }: Table,
  mapping: readonly (string | null)[],
  shape: z.ZodObject,
): { example: string; order: DateOrder | null } | null {
  const columns = format === "csv" ? fieldColumns(mapping, shape).filter(({ field }) => isDate(field)) : [];
  const days = rows.flatMap(({ cells }) =>
    columns.flatMap(({ index }) => {
      const [example, first, second] = yearLast.exec(String(cells[index])) ?? [];
      return example === undefined || first === second ? [] : [{ example: example.trim(), first, second }];
    }),
  );
  const dayFirst = days.find(({ first }) => Number(first) > 12);
  const monthFirst = days.find(({ second }) => Number(second) > 12);
  const example = (dayFirst ?? monthFirst ?? days[0])?.example;
  if (example === undefined) return null;
  if (dayFirst && monthFirst) return { example, order: null };
  return { example, order: dayFirst ? "day/month" : monthFirst ? "month/day" : null };
}

/** A written day as `YYYY-MM-DD`, whether it exists or not; any other text as it is. @param order null: not known. */
export function isoDate(cell: string, order: DateOrder | null): string {
  const [, ...last] = (order && yearLast.exec(cell)) ?? [];
  const [year, month, day] =
    yearFirst.exec(cell)?.slice(1) ?? (order === "day/month" ? last.reverse() : [last[2], last[0], last[1]]);
  return year === undefined ? cell : [year, month, day].map((part) => part?.padStart(2, "0")).join("-");
}

/** Whether the field takes days of the calendar only. */
function isDate(field: z.ZodType): boolean {
  return field.safeParse("2028-02-29").success && !field.safeParse("2027-02-29").success;
}
