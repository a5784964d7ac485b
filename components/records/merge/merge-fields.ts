import type { FormRecord, RecordField, RecordShape } from "@/components/records/form/record-shape";
import { capitalised } from "@/lib/records/terms.browser";
import { nameKey } from "@/lib/listings/search/matching.browser";

/** A record that may be merged, as it was read. */
export interface LoadedRecord {
  record: FormRecord;
  etag: string | null;
  /** Its details document; empty for a resource without details. */
  details: Readonly<Record<string, unknown>>;
  /** How many sources it has. */
  sources: number;
  /** When it was created; null: before the activity log begins. */
  createdAt: string | null;
}

/** A field that has one value, with the values of the records. */
export interface ComparedField {
  name: string;
  label: string;
  /** Null for a field of the details. */
  field: RecordField | null;
  /** Each distinct value once, with the ids of the records that have it. */
  values: readonly { value: unknown; ids: readonly string[] }[];
}

/** By field, the id of the record whose value is kept. */
export type ChosenOwners = Readonly<Record<string, string>>;

/** The fields of the records and of their details that have one value each. Lists are united instead. */
export function compareFields({ fields }: RecordShape, records: readonly LoadedRecord[]): ComparedField[] {
  return [
    ...fields.map((field) => ({ name: field.name, label: field.label, field })),
    ...scalarDetails(records).map((name) => ({ name, label: labelOf(name), field: null })),
  ].map((one) => ({ ...one, values: distinctValues(one.name, records) }));
}

/** The fields of the details that have a list or an object, of which any record has an entry. */
export function unitedDetails(records: readonly LoadedRecord[]): { name: string; label: string }[] {
  return detailNames(records)
    .filter((name) => records.some(({ details }) => entriesOf(details[name]).length > 0))
    .map((name) => ({ name, label: labelOf(name) }));
}

/** The entries of a list or an object in words: `Ben W. (former, 2001)`, `imdb: nm0000001`. */
export function entriesOf(value: unknown): string[] {
  if (Array.isArray(value))
    return value.map((entry: unknown) => {
      const [first = "", ...others] = Object.values(entry as object).flatMap((part: unknown) =>
        typeof part === "string" || typeof part === "number" ? [String(part)] : [],
      );
      return others.length > 0 ? `${first} (${others.join(", ")})` : first;
    });
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).map(([scheme, id]) => `${scheme}: ${String(id)}`);
}

/**
 * The record whose value of a field is suggested: the survivor's, or another's where that is null. A longer text, a
 * spelling of the same name with accents, and an https address are better. No known value gives way to null.
 */
export function suggestedOwner({ field, values }: ComparedField, survivorId: string): string {
  const known = values.filter(({ value }) => value !== null);
  const own = known.find(({ ids }) => ids.includes(survivorId)) ?? known[0];
  if (!own) return survivorId;
  const alike = field?.kind === "line" ? known.filter(({ value }) => isSameName(value, own.value)) : known;
  const rank = (field && ranks[field.kind]) ?? (() => 0);
  const [best = own] = [own, ...alike].toSorted((a, b) => rank(String(b.value)) - rank(String(a.value)));
  return best.ids.includes(survivorId) ? survivorId : (best.ids[0] ?? survivorId);
}

/** The labels of what the records must have in common and don't: roles of different productions. */
export function fieldsApart({ fields }: RecordShape, records: readonly LoadedRecord[]): RecordField[] {
  return fields.filter(
    ({ name, kind, isOptional }) => kind === "reference" && !isOptional && distinctValues(name, records).length > 1,
  );
}

/** What two readings of the same records differ in: the record's id, and the field before and after. */
export interface LaterEdit {
  id: string;
  name: string;
  before: unknown;
  after: unknown;
}

/** The fields that someone edited between two readings. */
export function laterEdits(before: readonly LoadedRecord[], after: readonly LoadedRecord[]): LaterEdit[] {
  return after.flatMap(({ record }) => {
    const old = before.find((one) => one.record.id === record.id)?.record;
    return Object.keys(record)
      .filter((name) => old && old[name] !== record[name])
      .map((name) => ({ id: record.id, name, before: old?.[name], after: record[name] }));
  });
}

const ranks: { readonly [Kind in RecordField["kind"]]?: (value: string) => number } = {
  line: (name) => 2 * accents(name) + Number(/\p{Ll}/u.test(name) && /\p{Lu}/u.test(name)),
  text: (text) => text.length,
  url: (address) => Number(/^https:/i.test(address)),
};

function accents(name: string): number {
  return name.normalize("NFD").match(/\p{M}/gu)?.length ?? 0;
}

function isSameName(one: unknown, other: unknown): boolean {
  return nameKey(String(one)) === nameKey(String(other));
}

function distinctValues(name: string, records: readonly LoadedRecord[]): { value: unknown; ids: string[] }[] {
  const values = new Map<unknown, string[]>();
  for (const { record, details } of records) {
    const value = name in record ? record[name] : details[name];
    values.set(value, [...(values.get(value) ?? []), record.id]);
  }
  return [...values].map(([value, ids]) => ({ value, ids }));
}

function scalarDetails(records: readonly LoadedRecord[]): string[] {
  return detailNames(records).filter((name) =>
    records.every(({ details }) => typeof details[name] !== "object" || details[name] === null),
  );
}

/** Without the id, and the time of verification, which a merge does not move. */
function detailNames([first]: readonly LoadedRecord[]): string[] {
  return Object.keys(first?.details ?? {}).filter((name) => name !== "id" && name !== "verified_at");
}

function labelOf(name: string): string {
  return capitalised(name.replaceAll("_", " "));
}
