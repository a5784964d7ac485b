import "server-only";
import type { Catalogue } from "../../catalogue/catalogue.ts";
import { createYielder } from "../../core/yielding.ts";
import { nameKey } from "../../listings/search/matching.browser.ts";
import type { FieldHints, FieldShape, FormValues, ResourceView } from "../../records/view.browser.ts";
import { labelOfRecord, type FindRecord } from "../../resources/record-words.ts";
import { resourceViews, type ResourcePath } from "../../resources/resource-views.browser.ts";
import { shapes } from "../../resources/shapes.ts";
import type { Sheet, SheetRow } from "../csv/sheet.ts";

type ReferenceField = Extract<FieldShape<ResourcePath>, { kind: "reference" }> & FieldHints;

const maxListed = 3;

/** The ids of a resource's records by the keys of what people call them. */
export async function indexNames(catalogue: Catalogue, path: ResourcePath): Promise<ReadonlyMap<string, string[]>> {
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

/**
 * Replaces names in reference fields by the ids of the records that have them. Refuses a row whose name no record has,
 * or several. A record that the row has by its id gives the values for which the file has no column.
 */
export async function resolveNames(sheet: Sheet, path: ResourcePath, catalogue: Catalogue): Promise<Sheet> {
  const hints: ResourceView<Record<string, unknown>>["fields"] = resourceViews[path].fields;
  // A field whose choices depend on the others, such as the role of a production, comes last.
  const references = shapes[path].fields
    .flatMap((field): ReferenceField[] => (field.kind === "reference" ? [{ ...field, ...hints?.[field.name] }] : []))
    .toSorted((a, b) => Number(a.isFitting !== undefined) - Number(b.isFitting !== undefined));
  const names = new Map<ResourcePath, ReadonlyMap<string, string[]>>();
  const turn = createYielder();
  const resolved: Sheet = { rows: [], problems: [...sheet.problems] };
  for (const row of sheet.rows) {
    const record = { ...(row.id === null ? {} : catalogue.row(path, row.id)?.record), ...row.fields };
    const before = resolved.problems.length;
    for (const field of references) {
      const cell: unknown = row.fields[field.name];
      if (typeof cell !== "string") continue;
      const name = cell.trim();
      record[field.name] = name;
      if (catalogue.row(field.to, name)) continue;
      const index = names.get(field.to) ?? (await indexNames(catalogue, field.to));
      names.set(field.to, index);
      const found = index.get(nameKey(name)) ?? [];
      const fitting = found.filter((id) => isFitting(field, { ...catalogue.row(field.to, id)?.record }, record));
      const [only, ...others] = fitting;
      if (only !== undefined && others.length === 0) record[field.name] = only;
      else
        resolved.problems.push({
          row: row.row,
          column: field.name,
          message: whyUnresolved(field, name, found, fitting),
        });
    }
    if (resolved.problems.length === before) resolved.rows.push({ ...row, fields: pickFields(record, row) });
    await turn();
  }
  return resolved;
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

function pickFields(record: Record<string, unknown>, { fields }: SheetRow): Record<string, unknown> {
  return Object.fromEntries(Object.keys(fields).map((name) => [name, record[name]]));
}
