import { storedText, storeText } from "@/components/ui/browser-storage";
import { isJsonObject, parseJson } from "@/lib/core/json.browser";
import { isPartialDate } from "@/lib/core/partial-dates.browser";
import type { FieldShape, FormValues } from "@/lib/records/view.browser";
import { isNested, type FormRecord, type RecordField, type RecordShape } from "./record-shape";

/** A record and the entity tag of that version. A new one has neither. */
export interface DraftBase {
  record: Partial<FormRecord>;
  etag: string | null;
}

export interface FormDraft {
  values: FormValues;
  base: DraftBase;
  /** ISO 8601. */
  savedAt: string;
}

/** Of one account. @param initial of a new record: a production of one show is another draft than one of another. */
export function draftKey(account: string, path: string, id: string | null, initial: FormValues = {}): string {
  return `draft:${account}:${path}:${id ?? new URLSearchParams(initial)}`;
}

/** Where the drafts of a record, its details and its sources are. */
export function draftsOf(account: string, path: string, id: string): string[] {
  return ["", "/details", "/sources"].map((part) => draftKey(account, path + part, id));
}

/** Where the drafts are with which a page of the dashboard opens: those of a record, or of a new one. */
export function draftsOfPage(account: string, { pathname, searchParams }: URL): string[] {
  const [path, id] = pathname.split("/").slice(2).map(decodeURIComponent);
  if (path === undefined || id === undefined) return [];
  if (id === "new") return [draftKey(account, path, null, Object.fromEntries(searchParams))];
  return [...draftsOf(account, path, id), draftKey(account, "cast", id)];
}

/** Whether something is stored, also if it can't be read. */
export function hasDraft(key: string): boolean {
  return storedText(key) !== null;
}

/** @returns null if nothing is stored that is JSON. */
export function readStored(key: string): unknown {
  return parseJson(storedText(key) ?? "") ?? null;
}

export function storeDraft<Kept extends object>(key: string, kept: Kept | null): void {
  storeText(key, kept && JSON.stringify(kept));
}

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
