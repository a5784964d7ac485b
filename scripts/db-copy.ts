import { existsSync } from "node:fs";
import path from "node:path";
import { DatabaseUnavailableError, type Database } from "@/lib/db/database";
import { copyDatabase } from "@/lib/db/copy-database";
import { openEmbedded } from "@/lib/db/embedded/embedded";
import { migrate } from "@/lib/db/migrate";
import { openPostgres } from "@/lib/db/postgres";
import { parseEnv, SettingsError } from "@/lib/settings/env";
import { command, readFlags, start, UsageError, type Terminal } from "./command-line/command.ts";

const usage = "Usage: npm run db:copy -- --to postgresql://user:password@host:5432/theatre";

/** Copies everything from the embedded database, which the service must not be using, to an empty PostgreSQL database. */
export const main = command(usage, async (args, environment, terminal) => {
  const to = readTarget(args);
  const { DATABASE_URL, DATA_DIR } = parseEnv(environment);
  const sourceIsServer =
    "DATABASE_URL is set, but the source is the embedded database in DATA_DIR. Unset DATABASE_URL.";
  if (DATABASE_URL) throw new SettingsError(sourceIsServer);
  if (!existsSync(path.join(DATA_DIR, "postgres.complete")))
    throw new DatabaseUnavailableError(`There is no embedded database in ${DATA_DIR}. Set DATA_DIR to where it is.`);
  const source = await openEmbedded(DATA_DIR);
  try {
    await copyTo(source, to, terminal);
  } finally {
    await source.close();
  }
  terminal.log(
    `Set NEXTAUTH_SECRET to the content of ${path.join(DATA_DIR, "session-secret")} to keep users signed in.`,
  );
  return 0;
});

async function copyTo(source: Database, to: string, { log }: Terminal): Promise<void> {
  const target = await openPostgres(to);
  try {
    const counts = await target.exclusively(async () => {
      for (const database of [source, target]) await migrate(database, process.cwd());
      return copyDatabase(source, target);
    });
    for (const [table, rows] of Object.entries(counts)) log(`${String(rows).padStart(9)}  ${table}`);
    log(
      `Copied to ${target.place}, and compared. The embedded database is unchanged; do not start the service on it again.`,
    );
  } finally {
    await target.close();
  }
}

/** @throws UsageError */
function readTarget(args: readonly string[]): string {
  const { to } = readFlags({ to: { type: "string" } }, args);
  if (to === undefined || to === "")
    throw new UsageError("--to must be given: the address of an empty PostgreSQL database.");
  // The rules of the setting; the message must not contain the password.
  if (!isAddress(to)) throw new UsageError("--to must be a URL such as postgresql://user:password@host:5432/theatre.");
  return to;
}

function isAddress(text: string): boolean {
  try {
    return parseEnv({ NODE_ENV: "test", DATABASE_URL: text }).DATABASE_URL === text;
  } catch {
    return false;
  }
}

await start(import.meta.url, main);
