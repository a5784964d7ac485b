import type { z } from "zod";
import { readEarlierValues } from "../prisma/seed/dataset.ts";
import type { Database } from "../lib/db/database.ts";
import { resources } from "../lib/resources/resources.ts";

/** A production that an older edition lacks, with its show, roles and cast. */
export const added = { production: "crown-jewels-garrick-2023", show: "the-crown-jewels" };

/**
 * Takes from a database a part of what the dataset has gained since an older edition: one production is missing, of some
 * records the lists have at most their first entry and no id elsewhere is known, no other detail is known, and changed
 * fields have their earlier values.
 */
export async function makeOlder({ query }: Pick<Database, "query">): Promise<void> {
  for (const table of ["cast_members", "crew_members", "roles"])
    await query(`DELETE FROM ${table} WHERE production_id = $1`, [added.production]);
  await query("DELETE FROM productions WHERE id = $1", [added.production]);
  await query("DELETE FROM shows WHERE id = $1", [added.show]);
  await query("DELETE FROM retired_ids", []);
  for (const { repository, details } of resources) {
    if (!details) continue;
    const fields = Object.keys(details.document.shape);
    const older = [
      ...["aliases", "engagements", "sources"].map((list) => [list, `jsonb_path_query_array(${list}, '$[0]')`]),
      ...["covers", "schedule", "performances"].map((list) => [list, "'[]'"]),
      ["external_ids", "'{}'"],
    ].filter(([field = ""]) => field === "sources" || fields.includes(field));
    const shape = details.document.shape as Record<string, z.ZodType>;
    const single = fields.filter((field) => shape[field]?.safeParse(null).success === true);
    if (single.length > 0)
      await query(
        `UPDATE ${repository.name} SET ${single.map((field) => `"${field}" = NULL`).join(", ")} WHERE num_nonnulls(${single.map((field) => `"${field}"`).join(", ")}) > 0`,
        [],
      );
    // A part of the rows takes a part of the time.
    await query(
      `UPDATE ${repository.name} SET ${older.map(([field, value]) => `${field} = ${value}`).join(", ")} WHERE id < 'd'`,
      [],
    );
  }
  for (const [table, records] of Object.entries(readEarlierValues(process.cwd())))
    for (const [id, values] of Object.entries(records))
      for (const [field, value] of Object.entries(values))
        await query(
          `UPDATE ${table} SET ${field} = one.${field} FROM jsonb_populate_record(NULL::${table}, $1::jsonb) AS one WHERE ${table}.id = $2`,
          [JSON.stringify({ [field]: value }), id],
        );
}
