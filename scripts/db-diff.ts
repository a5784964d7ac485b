import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { openEmbedded } from "@/lib/db/embedded/embedded";
import type { Database } from "@/lib/db/connect";
import { migrate, missingFromMigrations } from "@/lib/db/migrate";
import { databaseRules } from "@/lib/resource/database-rules";
import { resources } from "@/lib/resources/resources";

/**
 * `npm run db:diff -- <name>`: writes the migration that brings the ones there are up to
 * `prisma/schema.prisma` and to the resources' schemas. With `--check` it writes nothing and fails when one is missing.
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
    console.error(
      `prisma/schema.prisma or a resource has what no migration makes. Run: npm run db:diff -- <name>\n\n${sql}`,
    );
    return 1;
  }
  console.log(`Written: ${writeMigration(root, argument ?? "", sql)}. Read it before you commit it.`);
  return 0;
}

/** Compared in a database of its own, which has all migrations and nothing else. */
async function missingSql(root: string): Promise<string> {
  const folder = mkdtempSync(path.join(tmpdir(), "theatre-db-diff-"));
  try {
    const database = await openEmbedded(folder);
    try {
      await migrate(database, root);
      return [await missingFromMigrations(database, root), ...(await missingRules(database))]
        .filter(Boolean)
        .join("\n");
    } finally {
      await database.close();
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The CHECKs and version triggers of the resources that no migration has made, as SQL. */
async function missingRules({ query }: Database): Promise<string[]> {
  const made = await query<{ name: string }>(
    "SELECT conname AS name FROM pg_constraint UNION SELECT tgname FROM pg_trigger",
    [],
  );
  const names = new Set(made.map(({ name }) => name));
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

process.exitCode = await main(process.argv[2]);
