import type { z } from "zod";
import { cellIssue } from "./cell.ts";

/** A parsed table: its valid rows, and everything that is invalid. */
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
}

export interface SheetProblem {
  row: number;
  /** Null: the row as a whole. */
  column: string | null;
  message: string;
}

/** Checks each cell against its field's schema. Leaves out invalid rows and rows whose id repeats. */
export function checkRows(
  shape: z.ZodObject,
  rows: readonly { row: number; values: Record<string, unknown> }[],
): Sheet {
  const fields = shape.shape as Record<string, z.ZodType>;
  const sheet: Sheet = { rows: [], problems: [] };
  const seen = new Map<string, number>();
  for (const { row, values } of rows) {
    const faults = Object.entries(values).flatMap(([column, value]) => {
      const field = fields[column];
      const isNew = column === "id" && value === null;
      const message = field && !isNew ? cellIssue(value, field) : null;
      return message === null ? [] : [{ row, column, message }];
    });
    const { id = null, ...rest } = values;
    const earlier = typeof id === "string" ? seen.get(id) : undefined;
    if (earlier !== undefined) faults.push({ row, column: "id", message: `is a duplicate of row ${earlier}` });
    if (typeof id === "string") seen.set(id, earlier ?? row);
    if (faults.length > 0) sheet.problems.push(...faults);
    else sheet.rows.push({ row, id: typeof id === "string" ? id : null, fields: rest });
  }
  return sheet;
}
