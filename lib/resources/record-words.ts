import "server-only";
import { isDeepStrictEqual } from "node:util";
import { formatDay } from "../core/date-words.browser.ts";
import { dayInLondon } from "../core/dates.ts";
import { isJsonObject, membersOf, type FlatRecord } from "../core/json.browser.ts";
import { labelOf, nameRecord } from "../records/terms.browser.ts";
import { sourceInWords, valueInWords, type NameOf } from "../records/value-words.browser.ts";
import type { FieldHints, FieldShape, ResourceView } from "../records/view.browser.ts";
import { isPath, resourceViews, type ResourcePath } from "./resource-views.browser.ts";
import { shapes } from "./shapes.ts";

/* What people call a record, and what a change did to it, in the words of its form (contract §29); said only here. */

export type FindRecord = (path: string, id: string) => object | undefined;

/** A field with its old and its new value, as people write them; null: empty. */
interface Difference {
  /** As in an entry of the activity log: `name`, `details.aliases`, `sources.name` for the sources of the name. */
  readonly field: string;
  readonly label: string;
  readonly before: string | null;
  readonly after: string | null;
}

type Fields = Readonly<Record<string, unknown>>;

/** What people call a record: `Ada Quill as Elphaba in Wicked, 2024`. Its id where a part of that is not known. */
export function labelOfRecord(path: string, record: FlatRecord, find: FindRecord): string {
  if (!isPath(path)) return record.id;
  let isKnown = true;
  const label = nameRecord<ResourcePath>(resourceViews, path, { ...record }, find, (id) => {
    isKnown = false;
    return id;
  });
  return isKnown ? label : record.id;
}

/**
 * What differs between two versions of a record, as the activity log has them: with the `details` and the `sources` that
 * the change touched. Of a record that is created or deleted, all that it has.
 */
export function differencesOf(
  path: string,
  before: FlatRecord | null,
  after: FlatRecord | null,
  find: FindRecord,
): Difference[] {
  if (!isPath(path)) return [];
  const { fields, details = [] } = shapes[path];
  const words = wordsOfFields(path, find);
  const [from, to] = [{ ...before }, { ...after }];
  const ofDetails = [membersOf(from["details"]), membersOf(to["details"])] as const;
  return [
    ...fieldDifferences("", fields, words, [from, to]),
    ...fieldDifferences("details.", details, words, ofDetails),
    ...sourceDifferences([membersOf(from["sources"]), membersOf(to["sources"])], words),
  ];
}

/** A field of a record or of its details, with its value; null when there is no such field. */
export function fieldInWords(path: ResourcePath, name: string, values: Fields, find: FindRecord) {
  const field = wordsOfFields(path, find).get(name);
  return field ? { label: field.label, value: field.inWords(values[name]) } : null;
}

/** A field of a record or of its details, in words. */
export interface FieldWords {
  readonly label: string;
  readonly kind: FieldShape["kind"];
  /** A value as people write it; null: empty. */
  readonly inWords: (value: unknown) => string | null;
}

/** The fields of a record and of its details by their names, in words. */
export function wordsOfFields(path: string, find: FindRecord): ReadonlyMap<string, FieldWords> {
  if (!isPath(path)) return new Map();
  const { fields, details = [] } = shapes[path];
  const view: ResourceView<Record<string, unknown>> = resourceViews[path];
  const hints: { readonly [Name in string]?: FieldHints } = { ...view.fields, ...view.detailsFields };
  const nameOf = namesBy(find);
  return new Map(
    [...fields, ...details].map((field) => [
      field.name,
      {
        label: hints[field.name]?.label ?? labelOf(field.name),
        kind: field.kind,
        inWords: (value) => valueInWords(value, field, nameOf),
      },
    ]),
  );
}

/** Names the records that a field refers to. */
export function namesBy(find: FindRecord): NameOf<ResourcePath> {
  return (to, id) => {
    const record = find(to, id);
    return record ? labelOfRecord(to, { ...record, id }, find) : id;
  };
}

function fieldDifferences(
  prefix: string,
  fields: readonly FieldShape[],
  words: ReadonlyMap<string, FieldWords>,
  [from, to]: readonly [Fields, Fields],
): Difference[] {
  return fields.flatMap(({ name }) => {
    const field = words.get(name);
    if (!field || name === "id" || isDeepStrictEqual(from[name], to[name])) return [];
    return difference(`${prefix}${name}`, field.label, field.inWords(from[name]), field.inWords(to[name]));
  });
}

function sourceDifferences(
  [from, to]: readonly [Fields, Fields],
  fields: ReadonlyMap<string, FieldWords>,
): Difference[] {
  const [earlier, later] = [sourcesIn(from), sourcesIn(to)];
  const facts = [...new Set([...earlier, ...later].map(({ field }) => field))].flatMap((field) => {
    const isField = typeof field === "string";
    const label = isField ? `Source of ${fields.get(field)?.label ?? field}` : "Source of the whole record";
    const words = (sources: readonly Fields[]) =>
      sources
        .filter((source) => source["field"] === field)
        .map(sourceInWords)
        .join("; ") || null;
    return difference(isField ? `sources.${field}` : "sources", label, words(earlier), words(later));
  });
  const verified = (document: Fields) => {
    const at = document["verified_at"];
    return typeof at === "string" ? formatDay(dayInLondon(Date.parse(at))) : null;
  };
  return [...facts, ...difference("sources.verified_at", "Verified", verified(from), verified(to))];
}

function difference(field: string, label: string, before: string | null, after: string | null): Difference[] {
  return before === after ? [] : [{ field, label, before, after }];
}

function sourcesIn(document: Fields): readonly Fields[] {
  const { sources } = document;
  return Array.isArray(sources) ? sources.filter(isJsonObject) : [];
}
