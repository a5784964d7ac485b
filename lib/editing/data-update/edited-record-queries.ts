import "server-only";
import type { Database } from "../../db/database.ts";
import { scheduleId } from "../current-shows/current-show-queries.ts";

/** The account name and id under which the activity log lists updates of the dataset. */
export const updaterId = "data-update";
/** Authors that are no people. */
const programs = [updaterId, scheduleId];

export type PeoplesChanges = Awaited<ReturnType<typeof readPeoplesChanges>>;

/**
 * What people have changed since the dataset was loaded, according to the activity log: the fields that differ between
 * both sides of an entry. Entries of the updater are not a person's.
 */
export async function readPeoplesChanges({ query }: Pick<Database, "query">) {
  const fields = await query<{ resource: string; record_id: string; field: string }>(
    `WITH entry AS (
       SELECT resource, record_id, before - 'details' AS before, after - 'details' AS after,
         before->'details' AS details_before, after->'details' AS details_after
       FROM activity WHERE before IS NOT NULL AND after IS NOT NULL AND account_id <> ALL($1)
     )
     SELECT DISTINCT resource, record_id, key AS field
     FROM entry, jsonb_object_keys(after) AS key WHERE before->key IS DISTINCT FROM after->key
     UNION
     SELECT DISTINCT resource, record_id, 'details.' || key
     FROM entry, jsonb_object_keys(details_after) AS key WHERE details_before->key IS DISTINCT FROM details_after->key`,
    [programs],
  );
  const [created, deleted] = [await recordsWithout("before"), await recordsWithout("after")];
  const set = new Set(fields.map(({ resource, record_id, field }) => JSON.stringify([resource, record_id, field])));
  return {
    /** Whether a person has set this field, `details.<field>` or `sources` of a record. */
    hasSet: (...key: [resource: string, id: string, field: string]) => set.has(JSON.stringify(key)),
    hasCreated: (...key: [resource: string, id: string]) => created.has(JSON.stringify(key)),
    /** Whether a person has deleted the record; it may have come back. */
    hasDeleted: (...key: [resource: string, id: string]) => deleted.has(JSON.stringify(key)),
  };

  async function recordsWithout(side: "before" | "after"): Promise<Set<string>> {
    const records = await query<{ resource: string; record_id: string }>(
      `SELECT DISTINCT resource, record_id FROM activity WHERE ${side} IS NULL AND account_id <> ALL($1)`,
      [programs],
    );
    return new Set(records.map(({ resource, record_id }) => JSON.stringify([resource, record_id])));
  }
}
