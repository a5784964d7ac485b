import { foldText } from "@/lib/core/fold.browser";
import { problemColumn } from "@/lib/editing/csv/cell.browser";
import type { Table } from "@/lib/editing/csv/table.browser";

/** A field that a column can be read into, with its label in forms. */
export interface TargetField {
  name: string;
  label: string;
  /** Only a column of the same name is proposed for it. */
  isNeverGuessed?: boolean;
}

/** A column of a file, and the field that it is read into. */
export interface ColumnMapping {
  index: number;
  /** Its name in the file; empty for none. */
  column: string;
  /** Its first value, as text. */
  sample: string;
  /** Null: the column is ignored. Undefined: not decided. */
  field: string | null | undefined;
}

/** Shorter beginnings of a word are no abbreviations. */
const minAbbreviation = 3;

/** Whether the column has the name of a field, in any case, or is our own column of reasons. */
export function isKnownColumn(column: string, fields: readonly TargetField[]): boolean {
  return fieldNamed(column, fields) !== undefined || column.toLowerCase() === problemColumn;
}

/** Proposes a field for each column that has a value: by the field's name, else its label, else an abbreviation. */
export function proposeMapping({ columns, rows }: Table, fields: readonly TargetField[]): ColumnMapping[] {
  const exact = new Set(columns.map((column) => fieldNamed(column, fields)));
  const free = fields.filter(({ name, isNeverGuessed }) => !exact.has(name) && isNeverGuessed !== true);
  const guessed = new Set<string>();
  return columns.flatMap((column, index): ColumnMapping[] => {
    const sample = firstValue(rows, index);
    // Spreadsheets often save empty columns.
    if (column === "" && sample === "") return [];
    const known = fieldNamed(column, fields);
    if (known !== undefined) return [{ index, column, sample, field: known }];
    if (column.toLowerCase() === problemColumn) return [{ index, column, sample, field: null }];
    const field = guess(column, free);
    if (field === undefined || guessed.has(field)) return [{ index, column, sample, field: undefined }];
    guessed.add(field);
    return [{ index, column, sample, field }];
  });
}

/** Whether the columns must be shown before the rows are read. */
export function needsDecision(mapping: readonly ColumnMapping[], fields: readonly TargetField[]): boolean {
  return mapping.some(({ column }) => !isKnownColumn(column, fields)) || mappingProblems(mapping).size > 0;
}

/** Why a mapping can't be used, by the index of the column. */
export function mappingProblems(mapping: readonly ColumnMapping[]): ReadonlyMap<number, string> {
  const problems = new Map<number, string>();
  for (const { index, field } of mapping) {
    if (field === undefined) problems.set(index, "Choose a field, or “Ignore this column”.");
    const twin = mapping.find((other) => other.index !== index && typeof field === "string" && other.field === field);
    if (twin) problems.set(index, `${nameOfColumn(twin)} is also read into this field. Choose one column for it.`);
  }
  return problems;
}

export function nameOfColumn({ column, index }: Pick<ColumnMapping, "column" | "index">): string {
  return column === "" ? `Column ${index + 1}, without a name` : `“${column}”`;
}

/** The field of each column of the file, in order. */
export function fieldsInOrder(mapping: readonly ColumnMapping[], columns: readonly string[]): (string | null)[] {
  return columns.map((_column, index) => mapping.find((one) => one.index === index)?.field ?? null);
}

function fieldNamed(column: string, fields: readonly TargetField[]): string | undefined {
  return fields.find(({ name }) => name === column.toLowerCase())?.name;
}

function guess(column: string, fields: readonly TargetField[]): string | undefined {
  const key = plain(column);
  if (key === "") return undefined;
  const keyed = fields.map(({ name, label }) => ({
    name,
    keys: [plain(name), plain(label), plain(name.replace(/_id$/, ""))],
  }));
  const same = keyed.find(({ keys }) => keys.includes(key));
  if (same) return same.name;
  const alike = keyed.filter(({ keys }) => keys.some((one) => isAbbreviation(one, key) || isAbbreviation(key, one)));
  return alike.length === 1 ? alike[0]?.name : undefined;
}

function isAbbreviation(short: string, long: string): boolean {
  return short.length >= minAbbreviation && long.startsWith(short);
}

/** Letters and digits only: `Closing date` and `closing_date` are the same. */
function plain(text: string): string {
  return foldText(text).replace(/[^\p{L}\p{N}]/gu, "");
}

function firstValue(rows: Table["rows"], index: number): string {
  const cell = rows.map(({ cells }) => cells[index]).find((one) => one !== undefined && one !== null && one !== "");
  return cell === undefined ? "" : typeof cell === "string" ? cell : JSON.stringify(cell);
}
