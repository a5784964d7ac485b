import "server-only";
import { isJsonObject, type FlatRecord } from "../../core/json.browser.ts";
import { Representation } from "../../catalogue/representation.ts";
import { wordsOfFields, labelOfRecord, type FieldWords, type FindRecord } from "../../resources/record-words.ts";
import type { Resource } from "../../records/resource.ts";
import { recordOf } from "../../records/rows.ts";
import { exportedRecordOf } from "../changes/export-route.ts";
import { referenceInWords } from "../changes/offers.ts";
import { choosableFields } from "./merge-body.ts";
import type { MergeEffect } from "./merge.ts";
import type { MergePlan } from "./schema.browser.ts";
import { nameKey } from "../../listings/search/matching.browser.ts";
import type { FieldShape } from "../../records/view.browser.ts";

/** The records of a merge before it, and what refers to them. */
interface MergeInput {
  resource: Resource;
  /** The survivor is the last one. */
  rows: readonly FlatRecord[];
  /** By id: what refers to it, in the words of the plan. */
  references: ReadonlyMap<string, MergePlan["records"][number]["references"]>;
  /** By id, when the record was created, where that is known. */
  createdAt: ReadonlyMap<string, string>;
  find: FindRecord;
}

/** The plan of a merge, whose outcome is known (contract §29). */
export function planMerge(input: MergeInput, outcome: MergeEffect): MergePlan {
  const { resource, rows, references, createdAt, find } = input;
  const { survivor, moved, joined, owners } = outcome;
  const before = rows.at(-1) ?? survivor;
  const fields = wordsOfFields(resource.path, find);
  return {
    dry_run: true,
    into: survivor.id,
    suggested: suggestSurvivor(input),
    survivor: exportedRecordOf(resource, resource.documentsOf(survivor)),
    records: rows.map((row) => ({
      id: row.id,
      label: labelOfRecord(resource.path, row, find),
      names: namesOf(row),
      etag: Representation.json(recordOf(resource, row)).etag("identity"),
      created_at: createdAt.get(row.id) ?? null,
      sources: listOf(row["sources"]).length,
      references: references.get(row.id) ?? [],
    })),
    fields: choosableFields(resource).flatMap((name) => {
      const field = fields.get(name);
      return field ? [planField(field, name, rows, owners[name] ?? survivor.id)] : [];
    }),
    lists: [...fields].flatMap(([name, field]) => planList(field, name, rows)),
    moves: [...moved.values()].map((one) => referenceInWords(one, find)),
    joins: joined.map(({ into, ...one }) => ({ ...referenceInWords(one, find), into })),
    aliases: namesIn(survivor["aliases"]).filter((name) => !namesIn(before["aliases"]).includes(name)),
    clashes: clashesOf([before, ...rows.slice(0, -1)]),
  };
}

function planField(
  { label, kind, inWords }: FieldWords,
  field: string,
  rows: readonly FlatRecord[],
  kept: string,
): MergePlan["fields"][number] {
  const values = distinctValues(rows, field);
  return {
    field,
    label,
    values: values.map(({ value, ids }) => ({ value, words: inWords(value), ids })),
    kept,
    suggested: suggestOwner(kind, values, rows.at(-1)?.id ?? ""),
  };
}

function planList(
  { label, kind, inWords }: FieldWords,
  field: string,
  rows: readonly FlatRecord[],
): MergePlan["lists"] {
  if (kind !== "list" && kind !== "ids") return [];
  const entries = rows.map((row) => ({
    id: row.id,
    words: entriesIn(row[field]).map((entry) => inWords(entry) ?? ""),
  }));
  return entries.some(({ words }) => words.length > 0) ? [{ field, label, entries }] : [];
}

/** Each entry of a list or an object as one with that entry alone. */
function entriesIn(value: unknown): unknown[] {
  if (isJsonObject(value)) return Object.entries(value).map(([key, id]) => ({ [key]: id }));
  return listOf(value).map((entry) => [entry]);
}

/** The record to which most others refer; of several the oldest; of several the first. */
function suggestSurvivor({ rows, references, createdAt }: MergeInput): string {
  const countOf = ({ id }: FlatRecord) => references.get(id)?.length ?? 0;
  // A record without a date is older than the log.
  const dateOf = ({ id }: FlatRecord) => createdAt.get(id) ?? "";
  const [best] = rows.toSorted((a, b) => countOf(b) - countOf(a) || dateOf(a).localeCompare(dateOf(b)));
  return best?.id ?? "";
}

/** The ids of one scheme that differ: of the first record that has one it is kept. */
function clashesOf(rows: readonly FlatRecord[]): MergePlan["clashes"] {
  const all = rows.map((row) => row["external_ids"]).filter(isJsonObject);
  return [...new Set(all.flatMap((ids) => Object.keys(ids)))].flatMap((key) => {
    const [kept = "", ...lost] = new Set(all.flatMap((ids) => (key in ids ? [String(ids[key])] : [])));
    return lost.length > 0 ? [{ field: "external_ids", key, kept, lost }] : [];
  });
}

function namesOf(row: FlatRecord): string[] {
  const { name } = row;
  return typeof name === "string" ? [name, ...namesIn(row["aliases"])] : [];
}

function namesIn(aliases: unknown): string[] {
  return listOf(aliases).flatMap((alias) => (isJsonObject(alias) ? [String(alias["name"])] : []));
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Each value of the records once, with the records that have it. */
export function distinctValues(records: readonly FlatRecord[], field: string) {
  const values = new Map<unknown, string[]>();
  for (const record of records) values.set(record[field], [...(values.get(record[field]) ?? []), record.id]);
  return [...values].map(([value, ids]) => ({ value, ids }));
}

/**
 * The record whose value of a field is better: the survivor's, or another's where that is null. A longer text, a spelling
 * of the same name with accents, and an https address are better. No known value gives way to null.
 */
export function suggestOwner(
  kind: FieldShape["kind"] | undefined,
  values: ReturnType<typeof distinctValues>,
  survivor: string,
): string {
  const known = values.filter(({ value }) => value !== null);
  const present = known.find(({ ids }) => ids.includes(survivor)) ?? known[0];
  if (!present) return survivor;
  const alike =
    kind === "line" ? known.filter(({ value }) => nameKey(String(value)) === nameKey(String(present.value))) : known;
  const rank = (kind && ranks[kind]) ?? (() => 0);
  const [best = present] = [present, ...alike].toSorted((a, b) => rank(String(b.value)) - rank(String(a.value)));
  return best.ids.includes(survivor) ? survivor : (best.ids[0] ?? survivor);
}

const ranks: { readonly [Kind in FieldShape["kind"]]?: (value: string) => number } = {
  line: (name) => {
    const accents = name.normalize("NFD").match(/\p{M}/gu) ?? [];
    return 2 * accents.length + Number(/\p{Ll}/u.test(name) && /\p{Lu}/u.test(name));
  },
  text: (text) => text.length,
  url: (address) => Number(/^https:/i.test(address)),
};
