// Many times as much data: every record of the dataset is copied in SQL.
import { spawnSync } from "node:child_process";
import path from "node:path";
import { PGlite } from "@electric-sql/pglite";

/** @param copies of each record, beside the record itself. */
export function multiplyServer(url, copies) {
  const { status, stderr } = spawnSync("psql", [url, "-v", "ON_ERROR_STOP=1", "-qc", multiplyScript(copies)], {
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(stderr);
}

/** @param folder the `DATA_DIR` of a service that is stopped. */
export async function multiplyEmbedded(folder, copies) {
  const database = await PGlite.create(path.join(folder, "postgres"));
  await database.exec(multiplyScript(copies));
  await database.close();
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
