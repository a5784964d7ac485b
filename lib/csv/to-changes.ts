import type { RequestedChange } from "../changes/schema.ts";
import type { SheetRow } from "./sheet.ts";

/**
 * Converts a table to the list of changes for `POST /changes`: a row with the id of an existing record updates it, a row
 * without an id creates a record, a row with a new id creates a record with that id.
 *
 * @param resource the resource's path.
 * @param taken the ids of the existing records.
 */
export function toChanges(rows: readonly SheetRow[], resource: string, taken: ReadonlySet<string>): RequestedChange[] {
  return rows.map(({ id, fields }) => {
    if (id === null) return { action: "create", resource, data: fields };
    return { action: taken.has(id) ? "update" : "create", resource, id, data: fields };
  });
}
