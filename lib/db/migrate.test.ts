import { afterEach, describe, expect, test } from "vitest";
import { parseEnv } from "../env.ts";
import { openDatabase } from "../infrastructure.ts";
import { freshHome, homes } from "../testing/homes.ts";
import type { Database } from "./connect.ts";
import { migrate } from "./migrate.ts";

const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

describe.each(homes)("migrating (%s)", (homeName) => {
  async function migrated(): Promise<Database> {
    const home = await freshHome(homeName);
    ends.push(() => home.remove());
    const database = await openDatabase(parseEnv({ NODE_ENV: "test", ...home.settings }));
    ends.push(() => database.close());
    return database;
  }
  const applied = async (database: Database) =>
    database.query("SELECT migration_name, checksum, finished_at FROM _prisma_migrations ORDER BY 1", []);

  test("what is up to date stays as it is", async () => {
    const database = await migrated();
    const before = await applied(database);

    expect(await migrate(database, process.cwd())).toEqual([]);
    expect(await applied(database)).toEqual(before);
  });

  test("a migration that broke off is not passed over", async () => {
    const database = await migrated();
    await database.query(
      `UPDATE _prisma_migrations SET finished_at = NULL
       WHERE migration_name = (SELECT max(migration_name) FROM _prisma_migrations)`,
      [],
    );

    await expect(migrate(database, process.cwd())).rejects.toThrow(/failed migrations/);
  });

  test("a database that a newer version has migrated is left as it is, and it is said what to do", async () => {
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

  test("one that was rolled back is applied again", async () => {
    const database = await migrated();
    const [last] = await database.query<{ name: string }>(
      "SELECT max(migration_name) AS name FROM _prisma_migrations",
      [],
    );
    await database.query(
      "UPDATE _prisma_migrations SET rolled_back_at = now(), finished_at = NULL WHERE migration_name = $1",
      [last?.name],
    );

    // Here it was not rolled back in truth, and says what it finds.
    await expect(migrate(database, process.cwd())).rejects.toThrow(/Applying migration/);
  });
});
