import { createHash } from "node:crypto";
import { appendFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { databaseKinds, openTestDatabase } from "../../test/databases.ts";
import type { Database } from "./database.ts";
import { migrate, requireMigrated } from "./migrate.ts";

describe.each(databaseKinds)("migrating (%s)", (databaseKind) => {
  async function migrated(): Promise<Database> {
    const database = await openTestDatabase(databaseKind);
    onTestFinished(() => database.close());
    return database;
  }
  const applied = async (database: Database) =>
    database.query<{ migration_name: string; checksum: string }>(
      "SELECT * FROM _prisma_migrations ORDER BY migration_name",
      [],
    );

  test("an unfinished migration is refused", async () => {
    const database = await migrated();
    await database.query(
      `UPDATE _prisma_migrations SET finished_at = NULL
       WHERE migration_name = (SELECT max(migration_name) FROM _prisma_migrations)`,
      [],
    );

    await expect(migrate(database, process.cwd())).rejects.toThrow(/failed migrations/);
  });

  test("a database migrated by a newer version is refused unchanged, with the remedy", async () => {
    const database = await migrated();
    await database.query(
      `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count)
       VALUES ('newer', 'c', '29990101000000_newer', now(), 1)`,
      [],
    );
    const before = await applied(database);

    await expect(migrate(database, process.cwd())).rejects.toThrow(
      /newer version of the service: this one does not know 29990101000000_newer.*Start the newer version/,
    );
    expect(await applied(database)).toEqual(before);
  });

  test("a migration that was rolled back is applied again", async () => {
    const database = await migrated();
    const [first] = await database.query<{ name: string }>(
      "SELECT min(migration_name) AS name FROM _prisma_migrations",
      [],
    );
    await database.query(
      "UPDATE _prisma_migrations SET rolled_back_at = now(), finished_at = NULL WHERE migration_name = $1",
      [first?.name],
    );

    // The test only marked it as rolled back, so its tables already exist.
    await expect(migrate(database, process.cwd())).rejects.toThrow(
      new RegExp(`Applying migration ${first?.name} to the database .* failed: .*already exists`),
    );
  });

  test("a migration that was changed after it was applied is refused", async () => {
    const [database, root] = [await migrated(), rootOfMigrations()];
    const [first] = await applied(database);
    appendFileSync(scriptOf(root, first?.migration_name ?? ""), "-- Changed.\n");

    await expect(migrate(database, root)).rejects.toThrow(
      `was migrated with different versions of ${first?.migration_name}. Nothing was changed.`,
    );
  });

  test("a migration whose line ends differ in this checkout is accepted", async () => {
    const [database, root] = [await migrated(), rootOfMigrations()];
    for (const { migration_name } of await applied(database)) {
      const file = scriptOf(root, migration_name);
      writeFileSync(file, readFileSync(file, "utf8").replaceAll("\n", "\r\n"));
    }

    expect(await migrate(database, root)).toEqual([]);
  });

  test("missing migrations are applied in order and recorded as Prisma records them", async () => {
    const [database, root] = [await migrated(), rootOfMigrations()];
    const before = await applied(database);
    const script = "CREATE FUNCTION one() RETURNS int LANGUAGE plpgsql AS $$ BEGIN RETURN 1; END $$ -- no semicolon";
    addMigration(root, "29990101000001_second", "CREATE TABLE second AS SELECT one()");
    addMigration(root, "29990101000000_first", script);

    expect(await migrate(database, root)).toEqual(["29990101000000_first", "29990101000001_second"]);
    const after = await applied(database);
    expect(after.slice(0, -2)).toEqual(before);
    expect(after.at(-2)).toEqual({
      id: expect.stringMatching(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/),
      checksum: createHash("sha256").update(script).digest("hex"),
      migration_name: "29990101000000_first",
      logs: null,
      started_at: expect.any(Date),
      finished_at: expect.any(Date),
      rolled_back_at: null,
      applied_steps_count: 1,
    });
  });

  test("where a request must not migrate, a missing migration is reported with its remedy, and none is applied", async () => {
    const [database, root] = [await migrated(), rootOfMigrations()];
    const before = await applied(database);
    await requireMigrated(database, root);
    addMigration(root, "29990101000000_next", "CREATE TABLE next_one AS SELECT 1 AS one");

    await expect(requireMigrated(database, root)).rejects.toThrow(/lacks 1 migrations.*npm run db:migrate/);
    expect(await applied(database)).toEqual(before);
  });

  test("a failed migration leaves nothing behind, and the next start continues from it", async () => {
    const [database, root] = [await migrated(), rootOfMigrations()];
    const before = await applied(database);
    addMigration(root, "29990101000000_half", "CREATE TABLE half (id int); SELECT 1 / 0;");

    await expect(migrate(database, root)).rejects.toThrow(
      /Applying migration 29990101000000_half to .* failed: division by zero/,
    );
    expect(await applied(database)).toEqual(before);

    addMigration(root, "29990101000000_half", "CREATE TABLE half (id int);");
    expect(await migrate(database, root)).toEqual(["29990101000000_half"]);
  });
});

/** A copy of the service's own migrations, to which a test may add. */
function rootOfMigrations(): string {
  const root = mkdtempSync(path.join(tmpdir(), "theatre-migrations-"));
  onTestFinished(async () => rmSync(root, { recursive: true }));
  cpSync("prisma/migrations", path.join(root, "prisma", "migrations"), { recursive: true });
  return root;
}

function addMigration(root: string, name: string, script: string): void {
  mkdirSync(path.dirname(scriptOf(root, name)), { recursive: true });
  writeFileSync(scriptOf(root, name), script);
}

function scriptOf(root: string, name: string): string {
  return path.join(root, "prisma", "migrations", name, "migration.sql");
}
