/** @module-tag full */
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { PrismaPg } from "@prisma/adapter-pg";
import { expect, inject, test } from "vitest";
import { databaseOfTest } from "../test/databases.ts";
import { openSchemaEngine } from "./schema-engine.ts";

test("`prisma validate` finds the schema by .config/prisma.ts, and downloads nothing", () => {
  // Nothing answers there.
  const env = { ...process.env, PRISMA_ENGINES_MIRROR: "http://127.0.0.1:9", CHECKPOINT_DISABLE: "1" };
  const { status, stdout } = spawnSync(process.execPath, ["node_modules/prisma/build/index.js", "validate"], {
    env,
    encoding: "utf8",
  });

  expect(stdout).toContain("The schema at prisma/schema.prisma is valid");
  expect(status).toBe(0);
});

test.skipIf(inject("postgresUrl") === null)(
  "what `prisma migrate status` asks of a migrated database is answered: up to date, nothing edited, nothing failed",
  async () => {
    const settings = await databaseOfTest("server");
    const engine = await openSchemaEngine(
      process.cwd(),
      new PrismaPg({ connectionString: settings["DATABASE_URL"] ?? "" }),
    );
    const folder = "prisma/migrations";
    const names = readdirSync(folder, { withFileTypes: true }).flatMap((one) => (one.isDirectory() ? one.name : []));

    const diagnosed = await engine.diagnoseMigrationHistory({
      migrationsList: {
        baseDir: folder,
        lockfile: { path: "migration_lock.toml", content: 'provider = "postgresql"' },
        shadowDbInitScript: "",
        migrationDirectories: names.map((name) => ({
          path: name,
          migrationFile: {
            path: "migration.sql",
            content: { tag: "ok", value: readFileSync(`${folder}/${name}/migration.sql`, "utf8") },
          },
        })),
      },
      optInToShadowDatabase: false,
      filters: { externalTables: [], externalEnums: [] },
    });

    expect(diagnosed).toMatchObject({
      hasMigrationsTable: true,
      editedMigrationNames: [],
      failedMigrationNames: [],
      history: null,
    });
  },
);
