import { formatDay } from "@/lib/core/date-words.browser";
import { today } from "@/components/ui/calendar";
import { isDay, typedDay } from "@/components/form/typed-day";
import { valueInWords } from "@/lib/records/value-words.browser";
import { toData, toValues, type RecordField, type RecordShape } from "@/components/records/form/record-shape";

const plainKinds: readonly string[] = ["line", "text", "url", "number", "date", "choice"];

/** The fields of these columns that a cell can hold, by name. */
export function plainFields({ fields }: RecordShape, columns: readonly string[]): ReadonlyMap<string, RecordField> {
  const ofColumns = columns.flatMap((column) => fields.filter(({ name }) => name === column));
  return new Map(ofColumns.filter(({ kind }) => plainKinds.includes(kind)).map((field) => [field.name, field]));
}

/** What a typed or pasted text means in a field: `1,232` as a spreadsheet writes it, `Musical` for `musical`. */
export function cellValue(shape: RecordShape, field: RecordField, text: string): unknown {
  return toData({ ...shape, fields: [field] }, { [field.name]: plainText(field, text) })[field.name];
}

function plainText(field: RecordField, text: string): string {
  const typed = field.kind === "text" ? text : text.trim();
  if (field.kind === "number") return typed.replace(/(?<=\d),(?=\d{3}(?:\D|$))/g, "");
  if (field.kind === "date") return typed === "" ? "" : typedDay(typed, today());
  if (field.kind !== "choice") return typed;
  return field.options.find((option) => option.toLowerCase() === typed.toLowerCase()) ?? typed;
}

export function editedText(shape: RecordShape, { name }: RecordField, value: unknown): string {
  const text = toValues(shape, { [name]: value })[name] ?? "";
  return isDay(text) ? formatDay(text) : text;
}

/** A value as a cell shows it. */
export function shownText(field: RecordField, value: unknown): string {
  return valueInWords(value, field, (_path, id) => id) ?? "";
}
