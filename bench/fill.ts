// Adds 20,000 cast members to the database that the settings name.
import { env } from "@/lib/env";
import { openDatabase } from "@/lib/infrastructure";

const many = 20_000;

const database = await openDatabase(env());
await database.query(
  "INSERT INTO people (id, name) SELECT 'extra-' || n, 'Extra ' || n FROM generate_series(1, $1::int) AS n",
  [many],
);
await database.query(
  `INSERT INTO cast_members (id, person_id, production_id, role_type)
   SELECT 'extra-' || n, 'extra-' || n, (SELECT min(id) FROM productions), 'ensemble' FROM generate_series(1, $1::int) AS n`,
  [many],
);
await database.close();
