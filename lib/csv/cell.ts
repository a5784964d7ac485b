import type { z } from "zod";

/** What a field holds in a record, and a cell in a table of text. */
export type Value = string | number | null;

/*
 * A spreadsheet takes a cell that begins with one of = + - @ for a formula, and may run it: text
 * that begins so is written with an apostrophe before it, as spreadsheets themselves mark text.
 * So that all text can be read back as it was, the empty one too (an empty cell is null), text that
 * already looks like that has one apostrophe more.
 */
const needsMark = /^'*(?:[=+\-@\t\r]|$)/;
const hasMark = /^'+(?:[=+\-@\t\r]|$)/;

/** A number stays one, whatever its sign. */
export function cellOf(value: Value): string {
  if (value === null) return "";
  if (typeof value === "number") return String(value);
  return needsMark.test(value) ? `'${value}` : value;
}

/** What a cell says in a column of this kind; text, where it should say a number and does not. */
export function valueOf(cell: string, field: z.ZodType): Value {
  if (cell === "") return null;
  if (isNumber(field) && /^\s*[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?\s*$/i.test(cell)) return Number(cell);
  return hasMark.test(cell) ? cell.slice(1) : cell;
}

/** Why a value can't stand in its column; null when it can. */
export function faultOf(value: unknown, field: z.ZodType): string | null {
  const parsed = field.safeParse(value);
  if (parsed.success) return null;
  if (value === null) return "must not be empty";
  if (isNumber(field) && typeof value !== "number") return "must be a number, written like 51.5";
  return parsed.error.issues[0]?.message ?? "is not valid";
}

/** There is no field that takes a number and text. */
function isNumber(field: z.ZodType): boolean {
  // Asked of text, since no one number is in the limits of every field.
  const issues = field.safeParse("").error?.issues ?? [];
  return issues.some((issue) => issue.code === "invalid_type" && issue.expected === "number");
}
