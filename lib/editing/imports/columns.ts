import "server-only";
import { foldText } from "../../core/fold.browser.ts";
import type { FieldIssue } from "../../http/body.ts";
import { wordsOfFields } from "../../resources/record-words.ts";
import type { Resource } from "../../records/resource.ts";
import { problemColumn } from "../csv/cell.browser.ts";
import { partColumns } from "../csv/sheet.ts";
import type { Table } from "../csv/table.ts";
import type { ImportPlan } from "./schema.browser.ts";

/** A field that a column can be read into, with its label in forms. */
export interface ImportField {
  name: string;
  label: string;
}

/** Shorter beginnings of a word are no abbreviations. */
const minAbbreviation = 3;

/** The fields that a file may have for records of a resource. */
export function importFields({ path, record, details }: Resource): ImportField[] {
  const words = wordsOfFields(path, () => undefined);
  return [
    ...Object.keys(record.shape).map((name) => ({
      name,
      label: name === "id" ? "ID" : (words.get(name)?.label ?? name),
    })),
    ...(details ? partColumns.map((name) => ({ name, label: name })) : []),
  ];
}

/** Whether the column has the name of a field, in any case, or is our own column of reasons. */
export function isKnownName(column: string, fields: readonly ImportField[]): boolean {
  return fieldNamed(column, fields) !== undefined || column.toLowerCase() === problemColumn;
}

/**
 * Reads each column that has a name or a value into a field: the one of the request's mapping, or the field of its name.
 * A column with another name is proposed the field of its label, or of which it is an abbreviation; that must be decided.
 *
 * @returns by the index of the column, its field, null for one that is ignored; and what the mapping has wrong.
 */
export function readColumns(
  { columns, rows }: Table,
  fields: readonly ImportField[],
  mapping: ReadonlyMap<string, string | null> | null,
) {
  const exact = new Set(columns.map((column) => fieldNamed(column, fields)));
  // For details and sources only a column of the same name is taken: its cells contain JSON.
  const free = fields.filter(({ name }) => !exact.has(name) && !partColumns.some((part) => part === name));
  const guessed = new Set<string>();
  const found = columns.flatMap((column, index) => {
    const sample = firstValue(rows, index);
    const mapped = mapping?.get(`#${index + 1}`) ?? mapping?.get(column);
    const isMapped = mapped !== undefined || mapping?.get(`#${index + 1}`) === null || mapping?.get(column) === null;
    // Spreadsheets often save empty columns.
    if (column === "" && sample === "" && !isMapped) return [];
    const one = { index, position: index + 1, column, sample };
    if (isMapped) return [{ ...one, field: mapped ?? null, isDecided: true }];
    const known = fieldNamed(column, fields);
    if (known !== undefined) return [{ ...one, field: known, isDecided: true }];
    if (column.toLowerCase() === problemColumn) return [{ ...one, field: null, isDecided: true }];
    const field = guessField(column, free) ?? null;
    const isFree = field !== null && !guessed.has(field);
    if (isFree) guessed.add(field);
    return [{ ...one, field: isFree ? field : null, isDecided: false }];
  });
  const read = found.map(({ index, isDecided, ...one }) => {
    const twin = found.find((other) => other.index !== index && one.field !== null && other.field === one.field);
    const problem = twin
      ? `${nameOfColumn(twin)} is also read into this field. Choose one column for it.`
      : isDecided
        ? null
        : "Choose a field, or ignore the column.";
    return { ...one, problem };
  });
  const fieldAt = new Map(found.map(({ index, field }) => [index, field]));
  return {
    columns: read,
    fields: columns.map((_column, index) => fieldAt.get(index) ?? null),
    issues: mappingIssues(columns, fields, mapping),
  };
}

function mappingIssues(
  columns: readonly string[],
  fields: readonly ImportField[],
  mapping: ReadonlyMap<string, string | null> | null,
): FieldIssue[] {
  return [...(mapping ?? [])].flatMap(([column, field]): FieldIssue[] => {
    const path = `mapping.${column}`;
    const [, position] = /^#(\d+)$/.exec(column) ?? [];
    if (!columns.includes(column) && !(Number(position) >= 1 && Number(position) <= columns.length))
      return [{ path, message: `is not a column of the file, which has ${columns.slice(0, 20).join(", ")}` }];
    if (field === null || fields.some(({ name }) => name === field)) return [];
    return [
      { path, message: `must be one of ${fields.map(({ name }) => name).join(", ")}, or null to ignore the column` },
    ];
  });
}

/** A column as the mapping of a request names it: by its name, or by its place. */
export function mappingKey({ position, column }: Pick<ImportPlan["columns"][number], "position" | "column">): string {
  return column === "" ? `#${position}` : column;
}

function nameOfColumn({ column, position }: Pick<ImportPlan["columns"][number], "position" | "column">): string {
  return column === "" ? `Column ${position}, without a name,` : `“${column}”`;
}

function fieldNamed(column: string, fields: readonly ImportField[]): string | undefined {
  return fields.find(({ name }) => name === column.toLowerCase())?.name;
}

function guessField(column: string, fields: readonly ImportField[]): string | undefined {
  const key = plainText(column);
  if (key === "") return undefined;
  const keyed = fields.map(({ name, label }) => ({
    name,
    keys: [plainText(name), plainText(label), plainText(name.replace(/_id$/, ""))],
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
function plainText(text: string): string {
  return foldText(text).replace(/[^\p{L}\p{N}]/gu, "");
}

function firstValue(rows: Table["rows"], index: number): string {
  const cell = rows.map(({ cells }) => cells[index]).find((one) => one !== undefined && one !== null && one !== "");
  return cell === undefined ? "" : typeof cell === "string" ? cell : JSON.stringify(cell);
}
