// Many times as much data: every record of the dataset is copied in SQL.
import path from "node:path";
import { PGlite } from "@electric-sql/pglite";
import pg from "pg";

/**
 * Multiplies the data of a service that is stopped.
 *
 * @param settings of the service.
 * @param copies of each record, beside the record itself.
 */
export async function multiplyData({ DATABASE_URL, DATA_DIR }, copies) {
  if (DATABASE_URL) {
    const client = new pg.Client(DATABASE_URL);
    await client.connect();
    await client.query(multiplyScript(copies));
    return client.end();
  }
  const database = await PGlite.create(path.join(DATA_DIR, "postgres"));
  await database.exec(multiplyScript(copies));
  return database.close();
}

/** SQL that copies every record, with references to the copies. */
export function multiplyScript(copies) {
  const tables = {
    shows: [],
    theatres: [],
    people: [],
    productions: ["show_id", "theatre_id"],
    roles: ["production_id"],
    cast_members: ["person_id", "production_id", "role_id"],
  };
  const statements = Object.entries(tables).map(([table, references]) => {
    const changed = ["id", ...references].map((field) => `'${field}', record.${field} || '~' || n`);
    const named = ["shows", "theatres", "people"].includes(table) ? [`'name', record.name || ' ' || n`] : [];
    return `INSERT INTO ${table} SELECT made.* FROM ${table} AS record, generate_series(1, ${copies}) AS n,
      jsonb_populate_record(record, jsonb_build_object(${[...changed, ...named].join(", ")})) AS made;`;
  });
  const empty =
    "UPDATE cast_members SET covers = '[]'; UPDATE theatres SET current_show_id = NULL; UPDATE productions SET transfer_of = NULL;";
  // The embedded database has nothing that analyses its tables later.
  return [empty, ...statements, "ANALYZE;"].join("\n");
}
