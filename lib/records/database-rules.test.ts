import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { resources } from "../resources/resources.ts";
import { databaseKinds, useDatabase } from "../../test/databases.ts";
import { databaseRules } from "./database-rules.ts";

const migrations = readdirSync("prisma/migrations", { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => readFileSync(`prisma/migrations/${entry.name}/migration.sql`, "utf8"))
  .join("\n");

test.each(resources.map((resource) => [resource.path, resource] as const))(
  "%s: the migrations create the triggers and each limit as the schema defines it, and no others",
  (_path, resource) => {
    const rules = databaseRules(resource);
    for (const { sql } of rules) {
      const made = /ADD CONSTRAINT (.*);$/.exec(sql)?.[1] ?? sql;
      // The database is stricter: not before the opening date.
      if (!made.includes("productions_closing_date_check")) expect(migrations).toContain(made);
    }
    const created = [...migrations.matchAll(/(?:ADD CONSTRAINT|CREATE TRIGGER) "(\w+)"/g)].map(([, name = ""]) => name);
    const isOwn = (name: string) =>
      name.startsWith(`${resource.repository.name}_`) && !/_(fkey|other_check)$/.test(name);
    expect(new Set(created.filter(isOwn))).toEqual(new Set(rules.map(({ name }) => name)));
  },
);

const production = "hamilton-victoria-palace-2017";
const another = "les-miserables-barbican-1985";
const hasCast = "SELECT id FROM roles WHERE id IN (SELECT role_id FROM cast_members)";
const restricted = /^(23001|23503)$/;

describe.each(databaseKinds)("the database itself refuses (%s)", (databaseKind) => {
  const database = useDatabase(databaseKind);

  test.each<[string, string, RegExp]>([
    [
      "an end before the beginning",
      `UPDATE productions SET closing_date = opening_date - 1 WHERE id = '${production}'`,
      /^23514$/,
    ],
    [
      "a role of another production",
      `UPDATE cast_members SET production_id = '${another}' WHERE role_id IS NOT NULL AND production_id = '${production}'`,
      /^23503$/,
    ],
    [
      "a person twice in one part",
      "INSERT INTO cast_members (id, person_id, production_id, role_id, role_type) SELECT 'x', person_id, production_id, role_id, role_type FROM cast_members WHERE role_id IS NOT NULL LIMIT 1",
      /^23505$/,
    ],
    [
      "a person twice without a part",
      `INSERT INTO cast_members (id, person_id, production_id, role_type) SELECT n, (SELECT min(id) FROM people), '${production}', 'swing' FROM unnest(ARRAY['x', 'y']) AS n`,
      /^23505$/,
    ],
    ["the end of a show with productions", "DELETE FROM shows WHERE id = 'hamilton'", restricted],
    ["the end of a role that is cast", `DELETE FROM roles WHERE id IN (${hasCast})`, restricted],
    ["another id for a show with productions", "UPDATE shows SET id = 'x' WHERE id = 'hamilton'", restricted],
    [
      "the move of a role that is cast",
      `UPDATE roles SET production_id = '${another}' WHERE id IN (${hasCast}) AND production_id = '${production}'`,
      restricted,
    ],
    ["a text with a NUL", "INSERT INTO people (id, name) VALUES ('x', E'a\\x00b')", /^22021$/],
  ])("%s", async (_what, statement, code) => {
    const contents = () => database.query("SELECT value FROM versions WHERE name = 'data'", []);
    const before = await contents();

    await expect(database.query(statement, [])).rejects.toMatchObject({ code: expect.stringMatching(code) as unknown });
    expect(await contents()).toEqual(before);
  });
});
