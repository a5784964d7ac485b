import "server-only";
import type { Catalogue } from "../../catalogue/catalogue.ts";
import { createYielder } from "../../core/yielding.ts";
import { nameKey } from "../../listings/search/matching.browser.ts";
import type { FieldHints, FieldShape, FormValues, ResourceView } from "../../records/view.browser.ts";
import { labelOfRecord, type FindRecord } from "../../resources/record-words.ts";
import { resourceViews, type ResourcePath } from "../../resources/resource-views.browser.ts";
import { shapes } from "../../resources/shapes.ts";
import type { FieldIssue } from "../../http/body.ts";
import type { Sheet, SheetRow, RecordParts } from "../csv/sheet.ts";
import type { RequestedChange } from "../changes/schema.browser.ts";

type ReferenceField = Extract<FieldShape<ResourcePath>, { kind: "reference" }> & FieldHints;

const maxListed = 3;

/** The ids of a resource's records by the keys of what people call them. */
type NameIndex = ReadonlyMap<string, readonly string[]>;

async function indexNames(catalogue: Catalogue, path: ResourcePath): Promise<NameIndex> {
  const find: FindRecord = (to, id) => catalogue.row(to, id)?.record;
  const turn = createYielder();
  const index = new Map<string, string[]>();
  for (const { id, record } of catalogue.list(path)) {
    const key = nameKey(labelOfRecord(path, record, find));
    const ids = index.get(key);
    if (ids) ids.push(id);
    else index.set(key, [id]);
    await turn();
  }
  return index;
}

export interface RowOption {
  /** `update:<id>` and `keep:<id>` use a known record, `create` makes one; `write` does as the row's id says. */
  choice: string;
  kind: "update" | "keep" | "write" | "create";
  /** The known record; null for a new one. */
  id: string | null;
  /** For `keep`, the change that is not made. Null when nothing is tried. */
  change: RequestedChange | null;
  /** Why the row can't be read. */
  issues?: readonly FieldIssue[];
}

export interface RowOptions {
  row: number;
  /** The record's name, if the row has it. */
  name: string;
  /** None for a row that can't be read or is left out. */
  options: readonly RowOption[];
  /** The choice of the request, else the usual one; null: one must be made. */
  chosen: RowOption | null;
}

/**
 * What each row can do, in their order. Names in reference fields are replaced by the ids of the records that have them;
 * a row whose name no record has, or several, is refused. A record that the row has by its id gives the values for which
 * the file has no column.
 */
export async function rowOptions({ rows, problems }: Sheet, path: ResourcePath, catalogue: Catalogue) {
  const hints: ResourceView<Record<string, unknown>>["fields"] = resourceViews[path].fields;
  // A field whose choices depend on the others, such as the role of a production, comes last.
  const references = shapes[path].fields
    .flatMap((field): ReferenceField[] => (field.kind === "reference" ? [{ ...field, ...hints?.[field.name] }] : []))
    .toSorted((a, b) => Number(a.isFitting !== undefined) - Number(b.isFitting !== undefined));
  const indexes = new Map<ResourcePath, NameIndex>();
  const namesakesOf = async (to: ResourcePath, name: string) => {
    const index = indexes.get(to) ?? (await indexNames(catalogue, to));
    indexes.set(to, index);
    return index.get(nameKey(name)) ?? [];
  };
  const issuesOf = new Map<number, FieldIssue[]>();
  const refuse = (row: number, column: string | null, message: string) =>
    issuesOf.set(row, [...(issuesOf.get(row) ?? []), { path: column ?? "", message }]);
  for (const { row, column, message } of problems) refuse(row, column, message);
  const found: RowOptions[] = [];
  const turn = createYielder();
  for (const row of rows) {
    const record = { ...(row.id === null ? {} : catalogue.row(path, row.id)?.record), ...row.fields };
    for (const field of references) {
      const cell: unknown = row.fields[field.name];
      if (typeof cell !== "string") continue;
      const name = cell.trim();
      record[field.name] = name;
      if (catalogue.row(field.to, name)) continue;
      const ids = await namesakesOf(field.to, name);
      const fitting = ids.filter((id) => isFitting(field, { ...catalogue.row(field.to, id)?.record }, record));
      const [only, ...others] = fitting;
      if (only !== undefined && others.length === 0) record[field.name] = only;
      else refuse(row.row, field.name, whyUnresolved(field, name, ids, fitting));
    }
    const fields = Object.fromEntries(Object.keys(row.fields).map((name) => [name, record[name]]));
    const name = typeof fields["name"] === "string" ? fields["name"] : "";
    if (!issuesOf.has(row.row)) {
      const namesakes = isKnownByName(path) ? await namesakesOf(path, name) : [];
      found.push({ row: row.row, name, ...optionsOf({ ...row, fields }, path, namesakes, catalogue) });
    }
    await turn();
  }
  for (const [row, issues] of issuesOf)
    found.push({ row, name: "", options: [], chosen: { choice: "", kind: "write", id: null, change: null, issues } });
  return found.sort((a, b) => a.row - b.row);
}

function isFitting(field: ReferenceField, target: Record<string, unknown>, record: Record<string, unknown>): boolean {
  const values: FormValues = Object.fromEntries(
    Object.entries(record).flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])),
  );
  return field.isFitting?.(target, values) ?? true;
}

function whyUnresolved({ to }: ReferenceField, name: string, found: readonly string[], fitting: readonly string[]) {
  const { singular, plural } = resourceViews[to];
  if (fitting.length > 1) {
    const ids = [...fitting.slice(0, maxListed), ...(fitting.length > maxListed ? ["…"] : [])].join(", ");
    return `${fitting.length} ${plural} are called “${name}”; use the id of one: ${ids}`;
  }
  if (found.length > 0) return `the ${singular} “${name}” does not fit the other columns; use the id of one that does`;
  return `no ${singular} has this id or name: “${name}”; create it first, or correct the name`;
}

/**
 * What a row can do. One with the id of a record updates it. One with a new name, or with a new id, creates a record. One
 * with the name of known records may also use one of them, which is usual if there is only one.
 */
function optionsOf(
  { id, fields, parts }: SheetRow,
  path: ResourcePath,
  namesakes: readonly string[],
  catalogue: Catalogue,
): Pick<RowOptions, "options" | "chosen"> {
  if (id !== null && catalogue.row(path, id)) {
    const write: RowOption = { choice: "write", kind: "write", id, change: updateOf(path, id, fields, parts) };
    return { options: [write], chosen: write };
  }
  const data = addedFields(fields);
  const more = addedParts(parts);
  const uses = namesakes.flatMap((known): RowOption[] => {
    const keep = { choice: `keep:${known}`, kind: "keep", id: known } as const;
    if (Object.keys({ ...data, ...more }).length === 0) return [{ ...keep, change: null }];
    const change = updateOf(path, known, data, more);
    return [
      { choice: `update:${known}`, kind: "update", id: known, change },
      { ...keep, change },
    ];
  });
  const creation: RowOption = {
    ...{ choice: "create", kind: "create", id: null },
    change: { action: "create", resource: path, ...(id === null ? {} : { id }), data: fields, ...parts },
  };
  const options = [...uses, creation];
  const [only, ...others] = namesakes;
  // An id of its own says that the record is meant to be new.
  if (id !== null || only === undefined) return { options, chosen: creation };
  if (others.length > 0) return { options, chosen: null };
  const record: Readonly<Record<string, unknown>> = { ...catalogue.row(path, only)?.record };
  // A row that would overwrite something uses the record as it is: it may be the better one. Lists of details and
  // sources would replace those of the record.
  const isOverwriting =
    Object.keys(more).length > 0 || Object.entries(data).some(([field, value]) => (record[field] ?? value) !== value);
  return { options, chosen: uses[isOverwriting ? 1 : 0] ?? creation };
}

/** Whether two records with the same name are probably one: not if each belongs to another record, as roles do. */
function isKnownByName(path: ResourcePath): boolean {
  const { fields } = shapes[path];
  return (
    fields.some(({ name }) => name === "name") && !fields.some((one) => one.kind === "reference" && !one.isOptional)
  );
}

function updateOf(resource: string, id: string, data: Record<string, unknown>, parts?: RecordParts): RequestedChange {
  return { action: "update", resource, id, data, ...parts };
}

/** What a row adds to a known record: an empty cell clears nothing, and the record keeps the spelling of its name. */
function addedFields(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([name, value]) => name !== "name" && value !== null));
}

/** The same of details and sources: nothing empty. */
function addedParts({ details = {}, sources = [] }: RecordParts = {}): RecordParts {
  const known = Object.entries(details).filter(
    ([, value]) => value !== null && !(typeof value === "object" && Object.keys(value).length === 0),
  );
  return {
    ...(known.length > 0 && { details: Object.fromEntries(known) }),
    ...(sources.length > 0 && { sources }),
  };
}
