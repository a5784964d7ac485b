import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { PrismaPGlite } from "pglite-prisma-adapter";
import type { Database } from "@/lib/db/database";
import { migrate } from "@/lib/db/migrate";
import { databaseRules } from "@/lib/records/database-rules";
import { resources } from "@/lib/resources/resources";
import { openSchemaEngine } from "./schema-engine.ts";

/**
 * `npm run db:diff -- <name>`: writes the migration that is missing for `prisma/schema.prisma` and the resources'
 * schemas. With `--check` it writes nothing and fails when one is missing.
 */
async function main(argument: string | undefined): Promise<number> {
  const isCheck = argument === "--check";
  if (!isCheck && !/^[a-z0-9_]{1,60}$/.test(argument ?? "")) {
    console.error("Name the change in lower case, for example: npm run db:diff -- add_show_website");
    return 2;
  }

  const root = process.cwd();
  const sql = await missingSql(root);
  if (sql === "") {
    console.log("The migrations, prisma/schema.prisma and the resources agree.");
    return 0;
  }
  if (isCheck) {
    console.error("prisma/schema.prisma or a resource has changes without a migration. Run: npm run db:diff -- <name>");
    console.error(`\n${sql}`);
    return 1;
  }
  console.log(`Written: ${writeMigration(root, argument ?? "", sql)}. Read it before you commit it.`);
  return 0;
}

/** Compares in a temporary database that has all migrations and nothing else. */
async function missingSql(root: string): Promise<string> {
  const pglite = await PGlite.create();
  const database: Pick<Database, "place" | "query" | "runScript"> = {
    place: "in memory",
    query: async <Row extends object>(sql: string, parameters: unknown[]) =>
      (await pglite.query<Row>(sql, parameters)).rows,
    runScript: async (script) => {
      await pglite.exec(script);
    },
  };
  await migrate(database, root);
  const missing = [await missingFromMigrations(pglite, root), ...(await missingRules(database))];
  const tables = await database.query<{ name: string }>("SELECT relname AS name FROM pg_class", []);
  const names = new Set(tables.map(({ name }) => name));
  for (const { path: resource, repository } of resources)
    if (!names.has(repository.name) && !missing[0]?.includes(`CREATE TABLE "${repository.name}"`))
      throw new Error(
        `lib/resources/${resource} has no table: prisma/schema.prisma has no model "${repository.name}".`,
      );
  return missing.filter(Boolean).join("\n");
}

/** The SQL that brings the database up to `schema.prisma`. */
async function missingFromMigrations(migrated: PGlite, root: string): Promise<string> {
  const engine = await openSchemaEngine(root, new PrismaPGlite(migrated));
  const file = path.join("prisma", "schema.prisma");
  const schema = { path: file, content: readFileSync(path.join(root, file), "utf8") };
  const { stdout } = await engine.diff({
    // The engine reads the adapter's database; the schema only names its kind.
    from: { tag: "schemaDatasource", files: [schema], configDir: root },
    to: { tag: "schemaDatamodel", files: [schema] },
    script: true,
    exitCode: null,
    filters: { externalTables: [], externalEnums: [] },
  });
  return stdout?.includes("This is an empty migration") ? "" : (stdout ?? "");
}

/** The SQL for CHECKs and version triggers of the resources that have no migration. */
async function missingRules({ query }: Pick<Database, "query">): Promise<string[]> {
  const sql = "SELECT conname AS name FROM pg_constraint UNION SELECT tgname FROM pg_trigger";
  const names = new Set((await query<{ name: string }>(sql, [])).map(({ name }) => name));
  return resources.flatMap((resource) =>
    databaseRules(resource).flatMap(({ name, sql }) => (names.has(name) ? [] : `${sql}\n`)),
  );
}

function writeMigration(root: string, name: string, sql: string): string {
  const stamp = new Date().toISOString().replace(/\D/g, "").slice(0, 14);
  const folder = path.join("prisma", "migrations", `${stamp}_${name}`);
  mkdirSync(path.join(root, folder), { recursive: true });
  writeFileSync(path.join(root, folder, "migration.sql"), sql);
  return path.join(folder, "migration.sql");
}

// The engine's timers and the database would keep the process alive for ten more seconds.
process.exit(await main(process.argv[2]));
