import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { date, id, webAddress, name, postcode, reference, text } from "../core/fields.browser.ts";
import { resources } from "../resources/resources.ts";
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
