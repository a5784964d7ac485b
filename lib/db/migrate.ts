import "server-only";
import { createHash, randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { DatabaseNotMigratedError, DatabaseUnavailableError, type Database } from "./database.ts";

type Migratable = Pick<Database, "place" | "query" | "runScript">;

/** A row of `_prisma_migrations` that was not rolled back. */
interface Recorded {
  name: string;
  checksum: string;
  is_finished: boolean;
}

/** The table as `prisma migrate` creates it. */
const migrationsTable = `CREATE TABLE IF NOT EXISTS _prisma_migrations (
  id                  VARCHAR(36) PRIMARY KEY NOT NULL,
  checksum            VARCHAR(64) NOT NULL,
  finished_at         TIMESTAMPTZ,
  migration_name      VARCHAR(255) NOT NULL,
  logs                TEXT,
  rolled_back_at      TIMESTAMPTZ,
  started_at          TIMESTAMPTZ NOT NULL DEFAULT now(),
  applied_steps_count INTEGER NOT NULL DEFAULT 0
)`;

/**
 * Applies the migrations under `root` that the database lacks, each in its own transaction, and records them in
 * `_prisma_migrations` as Prisma does, so that `prisma migrate` understands the database.
 *
 * Call it inside `database.exclusively`, because other instances may start at the same time.
 *
 * @returns the names of the applied migrations.
 * @throws DatabaseUnavailableError when the database has migrations of a newer version, or an applied migration was
 * changed or has failed; nothing is changed then. Also when a migration fails; it leaves nothing behind.
 */
export async function migrate(database: Migratable, root: string): Promise<string[]> {
  const missing = await findMissing(database, root);
  if (missing.length > 0) await database.runScript(migrationsTable);
  for (const [name, script] of missing) await apply(database, name, script);
  return missing.map(([name]) => name);
}

/** For hosts where a request must not migrate. @throws DatabaseNotMigratedError; DatabaseUnavailableError as above. */
export async function requireMigrated(database: Migratable, root: string): Promise<void> {
  const missing = await findMissing(database, root);
  if (missing.length > 0) throw new DatabaseNotMigratedError(database.place, missing.length);
}

async function findMissing(database: Migratable, root: string): Promise<[name: string, script: string][]> {
  const scripts = readScripts(path.join(root, "prisma", "migrations"));
  const recorded = await readRecorded(database);
  refuseFaults(database.place, scripts, recorded);
  return [...scripts].filter(([name]) => !recorded.some((one) => one.name === name));
}

/** By name, oldest first. */
function readScripts(folder: string): Map<string, string> {
  const names = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();
  return new Map(names.map((name) => [name, readFileSync(path.join(folder, name, "migration.sql"), "utf8")]));
}

async function readRecorded({ query }: Migratable): Promise<Recorded[]> {
  const [table] = await query<{ exists: boolean }>(
    "SELECT to_regclass('_prisma_migrations') IS NOT NULL AS exists",
    [],
  );
  if (!table?.exists) return [];
  return query<Recorded>(
    `SELECT migration_name AS name, checksum, finished_at IS NOT NULL AS is_finished
     FROM _prisma_migrations WHERE rolled_back_at IS NULL ORDER BY migration_name`,
    [],
  );
}

/** Reports the first problem in the recorded migrations, with its remedy. */
function refuseFaults(place: string, scripts: Map<string, string>, recorded: Recorded[]): void {
  const faults = [
    {
      has: ({ name }: Recorded) => !scripts.has(name),
      text: "was migrated by a newer version of the service: this one does not know",
      remedy: "Start the newer version, or restore a backup from before the upgrade for this one.",
    },
    {
      has: ({ is_finished }: Recorded) => !is_finished,
      text: "has failed migrations:",
      remedy:
        "Repair what each one left behind, and set its finished_at or rolled_back_at in _prisma_migrations; or restore a backup.",
    },
    {
      has: ({ name, checksum }: Recorded) => !checksums(scripts.get(name) ?? "").includes(checksum),
      text: "was migrated with different versions of",
      remedy: "A migration must not be changed once it was applied. Start the version that applied it.",
    },
  ];
  for (const { has, text, remedy } of faults) {
    const names = recorded.filter(has).map(({ name }) => name);
    if (names.length > 0)
      throw new DatabaseUnavailableError(
        `The database ${place} ${text} ${names.join(", ")}. Nothing was changed. ${remedy}`,
      );
  }
}

/** The first one is recorded. A checkout may have converted the line ends of an applied file. */
function checksums(script: string): string[] {
  const unix = script.replaceAll("\r\n", "\n");
  return [script, unix, unix.replaceAll("\n", "\r\n")].map((text) => createHash("sha256").update(text).digest("hex"));
}

/** PostgreSQL runs the statements of one script in one transaction. */
async function apply({ place, runScript }: Migratable, name: string, script: string): Promise<void> {
  try {
    await runScript(`${script}
;
INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count)
VALUES ('${randomUUID()}', '${checksums(script)[0]}', '${name}', clock_timestamp(), 1)`);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new DatabaseUnavailableError(`Applying migration ${name} to the database ${place} failed: ${reason}.`, {
      cause: error,
    });
  }
}
