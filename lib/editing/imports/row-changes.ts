import "server-only";
import type { Catalogue } from "../../catalogue/catalogue.ts";
import { nameKey } from "../../listings/search/matching.browser.ts";
import type { ResourcePath } from "../../resources/resource-views.browser.ts";
import { shapes } from "../../resources/shapes.ts";
import type { RequestedChange } from "../changes/schema.browser.ts";
import type { RecordParts, SheetRow } from "../csv/sheet.ts";
import { indexNames } from "./resolve-names.ts";

/** What can be done with a row. */
export interface RowOption {
  /** `update:<id>` and `keep:<id>` use a known record, `create` makes one; `write` does as the row's id says. */
  choice: string;
  kind: "update" | "keep" | "write" | "create";
  /** The known record; null for a new one. */
  id: string | null;
  /** For `keep`, the change that is not made. Null when the row adds nothing to the known record. */
  change: RequestedChange | null;
}

export interface RowOptions {
  row: number;
  /** The record's name, if the row has it. */
  name: string;
  /** At least one. */
  options: readonly RowOption[];
  /** The choice of the request, else the usual one; null: one must be made. */
  chosen: RowOption | null;
}

/**
 * What each row can do. A row with the id of a record updates it. A row with a new name, or with a new id, creates a
 * record. A row with the name of known records may also use one of them, which is usual if there is only one.
 */
export async function rowChanges(
  rows: readonly SheetRow[],
  path: ResourcePath,
  catalogue: Catalogue,
): Promise<RowOptions[]> {
  const names = isKnownByName(path) ? await indexNames(catalogue, path) : new Map<string, string[]>();
  return rows.map(({ row, id, fields, parts }): RowOptions => {
    const name = typeof fields["name"] === "string" ? fields["name"] : "";
    if (id !== null && catalogue.row(path, id)) {
      const write: RowOption = { choice: "write", kind: "write", id, change: updateOf(path, id, fields, parts) };
      return { row, name, options: [write], chosen: write };
    }
    const data = addedFields(fields);
    const more = addedParts(parts);
    const namesakes = names.get(nameKey(name)) ?? [];
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
    if (id !== null || only === undefined) return { row, name, options, chosen: creation };
    if (others.length > 0) return { row, name, options, chosen: null };
    const record: Readonly<Record<string, unknown>> = { ...catalogue.row(path, only)?.record };
    const usual = uses[isOverwriting(record, data, more) ? 1 : 0];
    return { row, name, options, chosen: usual ?? creation };
  });
}

/** Whether two records with the same name are probably one: not if each belongs to another record, as roles do. */
function isKnownByName(path: ResourcePath): boolean {
  const { fields } = shapes[path];
  return (
    fields.some(({ name }) => name === "name") && !fields.some((one) => one.kind === "reference" && !one.isOptional)
  );
}

/**
 * Then the record is used as it is, until something else is chosen: it may be the better one. Lists of details and sources
 * would replace those of the record.
 */
function isOverwriting(
  record: Readonly<Record<string, unknown>>,
  data: Record<string, unknown>,
  parts: RecordParts,
): boolean {
  if (Object.keys(parts).length > 0) return true;
  return Object.entries(data).some(([name, value]) => (record[name] ?? value) !== value);
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
