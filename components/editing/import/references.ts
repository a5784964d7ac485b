import { nameOfEntry, type Directory } from "@/components/records/record-name";
import type { RecordField } from "@/components/records/form/record-shape";
import { resourceViews, type Entries, type ResourcePath } from "@/lib/resources/resource-views.browser";
import type { FormValues } from "@/lib/records/view.browser";
import type { Sheet, SheetRow } from "@/lib/editing/csv/sheet.browser";
import { nameKey } from "@/lib/listings/search/matching.browser";

type ReferenceField = Extract<RecordField, { kind: "reference" }>;

const maxListed = 3;

/**
 * Replaces names in reference fields by the ids of the records that have them. Refuses a row whose name no record has,
 * or several.
 *
 * @param known the existing records of the rows' resource, whose values count where the file has no column.
 */
export function resolveReferences(
  sheet: Sheet,
  fields: readonly RecordField[],
  directory: Directory,
  known: ReadonlyMap<string, object>,
): Sheet {
  // A field whose choices depend on the others, such as the role of a production, comes last.
  const references = fields
    .filter((field) => field.kind === "reference")
    .toSorted((a, b) => Number(a.isFitting !== undefined) - Number(b.isFitting !== undefined));
  const names = new Map<ResourcePath, ReturnType<typeof idsByName>>();
  const idsOf = (path: ResourcePath) => {
    const made = names.get(path) ?? idsByName(path, directory);
    names.set(path, made);
    return made;
  };
  const resolved: Sheet = { rows: [], problems: [...sheet.problems] };
  for (const row of sheet.rows) {
    const record = { ...(row.id === null ? {} : known.get(row.id)), ...row.fields };
    const problems = references.flatMap((field) => {
      const cell: unknown = row.fields[field.name];
      if (typeof cell !== "string") return [];
      const given = cell.trim();
      record[field.name] = given;
      if (directory[field.to].has(given)) return [];
      const found = idsOf(field.to).get(nameKey(given)) ?? [];
      const fitting = found.filter((id) => isFitting(field, { ...directory[field.to].get(id) }, record));
      const [only, ...others] = fitting;
      if (only === undefined || others.length > 0)
        return [{ row: row.row, column: field.name, message: unresolved(field, given, found, fitting) }];
      record[field.name] = only;
      return [];
    });
    if (problems.length > 0) resolved.problems.push(...problems);
    else resolved.rows.push({ ...row, fields: pick(record, row) });
  }
  return resolved;
}

export function idsByName<P extends ResourcePath>(path: P, directory: Directory): ReadonlyMap<string, string[]> {
  const found = new Map<string, string[]>();
  const entries: ReadonlyMap<string, Entries[P]> = directory[path];
  for (const entry of entries.values()) {
    const key = nameKey(nameOfEntry(path, entry, directory));
    found.set(key, [...(found.get(key) ?? []), entry.id]);
  }
  return found;
}

function isFitting(field: ReferenceField, target: Record<string, unknown>, record: Record<string, unknown>): boolean {
  const values: FormValues = Object.fromEntries(
    Object.entries(record).flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])),
  );
  return field.isFitting?.(target, values) ?? true;
}

function unresolved({ to }: ReferenceField, given: string, found: readonly string[], fitting: readonly string[]) {
  const { singular, plural } = resourceViews[to];
  if (fitting.length > 1) {
    const ids = [...fitting.slice(0, maxListed), ...(fitting.length > maxListed ? ["…"] : [])].join(", ");
    return `${fitting.length} ${plural} are called “${given}”; use the id of one: ${ids}`;
  }
  if (found.length > 0) return `the ${singular} “${given}” does not fit the other columns; use the id of one that does`;
  return `no ${singular} has this id or name: “${given}”; create it first, or correct the name`;
}

function pick(record: Record<string, unknown>, { fields }: SheetRow): Record<string, unknown> {
  return Object.fromEntries(Object.keys(fields).map((name) => [name, record[name]]));
}
