import { isJsonObject, parseJson } from "@/lib/core/json.browser";
import { isPartialDate } from "@/lib/core/partial-dates.browser";
import type { FieldShape } from "@/lib/records/view.browser";
import { readStored, type FormDraft } from "./drafts";
import { isNested, type RecordField, type RecordShape } from "./record-shape";

/** @returns null if there is no draft that a form of this shape can show. */
export function readDraft(key: string, shape: RecordShape): FormDraft | null {
  const draft = readStored(key);
  return isDraft(draft, shape) ? draft : null;
}

/** An older version, or anything else on this device, may have stored another shape. */
function isDraft(draft: unknown, { fields }: RecordShape): draft is FormDraft {
  if (!isJsonObject(draft)) return false;
  const { values, base, savedAt } = draft;
  if (!isJsonObject(values) || !isJsonObject(base) || !isJsonObject(base["record"])) return false;
  const { record, etag } = base;
  if (etag !== null && typeof etag !== "string") return false;
  if (typeof savedAt !== "string" || Number.isNaN(Date.parse(savedAt))) return false;
  return fields.every((field) => isControlText(values[field.name], field) && isStored(record[field.name], field));
}

/** Whether a control can show it. A draft has no value for a field that is newer. */
function isControlText(value: unknown, field: RecordField): boolean {
  if (value === undefined) return true;
  return typeof value === "string" && (!isNested(field.kind) || value === "" || isNestedValue(parseJson(value), field));
}

function isStored(value: unknown, field: RecordField): boolean {
  return value === undefined || value === null || !isNested(field.kind) || isNestedValue(value, field);
}

function isNestedValue(value: unknown, field: RecordField): boolean {
  if (field.kind !== "list") return isJsonObject(value) && Object.values(value).every((id) => typeof id === "string");
  const isEntry = (entry: unknown) =>
    isJsonObject(entry) && field.members.every((member) => isMember(entry[member.name], member));
  return Array.isArray(value) && value.every(isEntry);
}

/** An empty text stands for a date that is not understood yet. */
function isMember(value: unknown, { kind }: FieldShape): boolean {
  if (kind !== "partialDate" || typeof value !== "string") return typeof value !== "object" || value === null;
  return value === "" || isPartialDate(value);
}
