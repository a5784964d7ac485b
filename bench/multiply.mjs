/** SQL that copies every record of the dataset, with references to the copies. @param copies of each record. */
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
  return [empty, ...statements].join("\n");
}
