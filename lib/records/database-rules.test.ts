import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { date, id, webAddress, name, postcode, reference, text } from "../core/fields.browser.ts";
import { resources } from "../resources/resources.ts";
import { databaseKinds, useDatabase } from "../../test/databases.ts";
import { databaseRules } from "./database-rules.ts";
import { createRepository } from "./repository.ts";

const migrations = readdirSync("prisma/migrations", { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => readFileSync(`prisma/migrations/${entry.name}/migration.sql`, "utf8"))
  .join("\n");

describe("the database rules of a schema", () => {
  test("are the triggers and a CHECK for each limit", () => {
    const record = z.strictObject({
      id,
      name,
      note: text(500).nullable(),
      image: webAddress.nullable(),
      postcode: postcode.nullable(),
      year: z.int().min(1900).max(2100),
      kind: z.enum(["a", "b"]),
      given_on: date,
      show_id: reference("shows", { term: "show", onDelete: "restrict" }),
    });

    expect(
      databaseRules({ record, repository: createRepository("stage-awards", record) }).map(({ sql }) => sql),
    ).toEqual([
      `ALTER TABLE "stage_awards" ADD CONSTRAINT "stage_awards_name_check" CHECK (char_length("name") BETWEEN 1 AND 200 AND "name" = btrim("name"));`,
      `ALTER TABLE "stage_awards" ADD CONSTRAINT "stage_awards_note_check" CHECK (char_length("note") <= 500);`,
      `ALTER TABLE "stage_awards" ADD CONSTRAINT "stage_awards_image_check" CHECK (char_length("image") <= 2048 AND "image" ~* '^https?://');`,
      `ALTER TABLE "stage_awards" ADD CONSTRAINT "stage_awards_postcode_check" CHECK ("postcode" ~ '^[A-Z]{1,2}[0-9][A-Z0-9]? [0-9][A-Z]{2}$');`,
      `ALTER TABLE "stage_awards" ADD CONSTRAINT "stage_awards_year_check" CHECK ("year" BETWEEN 1900 AND 2100);`,
      `ALTER TABLE "stage_awards" ADD CONSTRAINT "stage_awards_given_on_check" CHECK ("given_on" BETWEEN '0001-01-01' AND '9999-12-31');`,
      `CREATE TRIGGER "stage_awards_version" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "stage_awards"\n  FOR EACH STATEMENT EXECUTE FUNCTION "raise_version"('data');`,
      `CREATE TRIGGER "stage_awards_retirement" AFTER DELETE ON "stage_awards" REFERENCING OLD TABLE AS "deleted"\n  FOR EACH STATEMENT EXECUTE FUNCTION "retire_ids"('stage-awards');`,
      `CREATE TRIGGER "stage_awards_insertion" AFTER INSERT ON "stage_awards" REFERENCING NEW TABLE AS "after"\n  FOR EACH STATEMENT EXECUTE FUNCTION "number_changes"('stage-awards');`,
      `CREATE TRIGGER "stage_awards_update" AFTER UPDATE ON "stage_awards" REFERENCING OLD TABLE AS "before" NEW TABLE AS "after"\n  FOR EACH STATEMENT EXECUTE FUNCTION "number_changes"('stage-awards');`,
      `CREATE TRIGGER "stage_awards_deletion" AFTER DELETE ON "stage_awards" REFERENCING OLD TABLE AS "before"\n  FOR EACH STATEMENT EXECUTE FUNCTION "number_changes"('stage-awards');`,
      `CREATE TRIGGER "stage_awards_truncation" AFTER TRUNCATE ON "stage_awards"\n  FOR EACH STATEMENT EXECUTE FUNCTION "number_changes"('stage-awards');`,
    ]);
  });

  test.each(resources.map((resource) => [resource.path, resource] as const))(
    "%s: the migrations create each limit as the schema defines it",
    (_path, resource) => {
      for (const { sql } of databaseRules(resource)) {
        const made = /ADD CONSTRAINT (.*);$/.exec(sql)?.[1] ?? sql;
        // The database is stricter: not before the opening date.
        if (!made.includes("productions_closing_date_check")) expect(migrations).toContain(made);
      }
    },
  );
});

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
