import { cpSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { onTestFinished, expect, test } from "vitest";
import { readRecordChanges } from "../../catalogue/change-queries.ts";
import { migrate } from "../../db/migrate.ts";
import { parseEnv } from "../../settings/env.ts";
import { openDatabase } from "../../infrastructure.ts";
import { people } from "../../resources/people/resource.ts";
import { databaseKinds, emptyDatabase, newFolderPath } from "../../../test/databases.ts";

/** The migrations before the one that numbers changes. */
function earlierMigrations(): string {
  const root = mkdtempSync(path.join(tmpdir(), "theatre-earlier-"));
  onTestFinished(() => rmSync(root, { recursive: true }));
  for (const name of readdirSync("prisma/migrations").filter((one) => one < "20261123071921"))
    cpSync(`prisma/migrations/${name}`, path.join(root, "prisma/migrations", name), { recursive: true });
  return root;
}

async function settingsFor(databaseKind: "embedded" | "server"): Promise<Record<string, string>> {
  const { remove, ...place } = databaseKind === "server" ? await emptyDatabase() : newFolderPath();
  onTestFinished(remove);
  return "url" in place ? { DATABASE_URL: place.url } : { DATA_DIR: place.folder };
}

test.each(databaseKinds)(
  "the records of an older database are numbered by their last logged change (%s)",
  async (kind) => {
    const database = await openDatabase(parseEnv({ NODE_ENV: "test", ...(await settingsFor(kind)) }));
    onTestFinished(() => database.close());
    await migrate(database, earlierMigrations());
    await database.runScript(`
    INSERT INTO people (id, name) VALUES ('d', 'D'), ('c', 'C'), ('b', 'B'), ('a', 'A');
    INSERT INTO activity (at, account_id, change_id, action, resource, record_id, after)
    VALUES ('2026-01-01', 'x', 'one', 'update', 'people', 'b', '{}'), ('2026-01-02', 'x', 'two', 'update', 'people', 'a', '{}'),
      ('2026-01-03', 'x', 'three', 'update', 'people', 'b', '{}')`);

    await migrate(database, process.cwd());
    await database.query("UPDATE people SET bio = 'Changed.' WHERE id = 'c'", []);

    const { changes, last, forgotten } = await readRecordChanges(database, [people.repository], {
      after: 0,
      limit: 10,
    });
    expect(changes.map(({ id, number }) => `${id} ${number}`)).toEqual(["d 2", "a 3", "b 4", "c 5"]);
    expect([last, forgotten]).toEqual([5, 0]);
  },
);
