import type { RequestedChange } from "../changes/schema.ts";
import type { SheetRow } from "./sheet.ts";

/**
 * A table as the list of changes that `POST /changes` takes: a row with a record's id updates it,
 * one without an id creates a record, one with an id that nobody has creates a record of that id.
 *
 * @param resource its path.
 * @param taken the ids of the resource's records.
 */
export function changesFrom(
  rows: readonly SheetRow[],
  resource: string,
  taken: ReadonlySet<string>,
): RequestedChange[] {
  return rows.map(({ id, fields }) => {
    if (id === null) return { action: "create", resource, data: fields };
    return { action: taken.has(id) ? "update" : "create", resource, id, data: fields };
  });
}
