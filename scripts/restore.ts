import { existsSync, statSync } from "node:fs";
import path from "node:path";
import { listBackups, readBackup, type Backup } from "@/lib/db/embedded/backups";
import { DatabaseUnavailableError } from "@/lib/db/database";
import { prepareRestore, type AccessAfterRestore } from "@/lib/db/embedded/restore";
import { parseEnv, SettingsError } from "@/lib/settings/env";
import { command, readFlags, start, UsageError, type Terminal } from "./command-line/command.ts";

const options = {
  backup: { type: "string" },
  yes: { type: "boolean" },
  "accept-old-access": { type: "boolean" },
} as const;
const usage = "Usage: npm run restore -- --backup latest [--yes] [--accept-old-access]";
const elsewhere = `The data is on the server that DATABASE_URL names, which has its own tools; to restore into an empty database:
  pg_restore --no-owner --single-transaction --dbname="$DATABASE_URL" theatre.dump`;

/** Replaces the embedded database with a backup. Without `--yes` it only prints what it would do. */
export const main = command(usage, async (args, environment, terminal) => {
  const flags = readFlags(options, args);
  const { DATABASE_URL, DATA_DIR } = parseEnv(environment);
  if (DATABASE_URL) throw new SettingsError(elsewhere);
  const backup = findBackup(DATA_DIR, flags.backup);
  if (!backup) throw new UsageError(`There is no such backup. ${describeBackups(DATA_DIR)}`);
  const { log, error } = terminal;
  log(`Current: ${describeDatabase(DATA_DIR)}\nReplaced by: ${describeBackup(backup)}`);
  if (!flags.yes) return preview(terminal, DATA_DIR, backup);
  const prepared = await prepareRestore(DATA_DIR, backup);
  try {
    const { access } = prepared;
    for (const line of describeAccess(access)) log(line);
    if (access.from === "backup" && !flags["accept-old-access"]) {
      error("Nothing was changed. To accept this access, repeat the command with --yes --accept-old-access.");
      return 1;
    }
    const aside = prepared.put();
    log(aside ? `Done. The replaced database is kept in ${aside}` : "Done.");
    return 0;
  } finally {
    await prepared.end();
  }
});

async function preview({ log }: Terminal, dataDir: string, backup: Backup): Promise<number> {
  try {
    const prepared = await prepareRestore(dataDir, backup);
    await prepared.end();
    for (const line of describeAccess(prepared.access)) log(line);
  } catch (reason) {
    if (!(reason instanceof DatabaseUnavailableError)) throw reason;
    log(`Who will have access afterwards can't be determined now. ${reason.message}`);
  }
  log("Nothing was changed. To restore, stop the service and repeat the command with --yes.");
  return 0;
}

function describeAccess(access: AccessAfterRestore): string[] {
  const everyone = "Everyone is signed out.";
  if (access.from === "backup")
    return [
      `Later blocks, deletions, revocations and role changes are unknown: ${access.why}.`,
      `Access will be as in the backup: ${access.accounts} accounts with their old roles, passwords and second factors, ${access.workingKeys} keys.`,
      `Staff: ${access.staff.join(", ") || "none"}. ${everyone}`,
    ];
  const { deletedAccounts, changedAccounts, revokedKeys, lostAccounts, lostKeys } = access;
  return [
    `Accounts that were deleted since stay deleted: ${deletedAccounts.join(", ") || "none"}.`,
    `Accounts that keep their present role, block and password: ${changedAccounts.join(", ") || "none"}.`,
    "Second factors and recovery codes stay as they are now.",
    `Keys that stay revoked: ${revokedKeys}. ${everyone}`,
    `Lost, because they are newer than the backup: ${lostAccounts} accounts, ${lostKeys} keys.`,
  ];
}

/** Finds a backup by name in the data folder, by its path, or the latest. */
function findBackup(dataDir: string, wanted: string | undefined): Backup | null {
  if (wanted === undefined) return null;
  const backups = listBackups(dataDir);
  if (wanted === "latest") return backups[0] ?? null;
  return backups.find(({ name }) => name === wanted) ?? readBackup(path.resolve(wanted));
}

function describeBackups(dataDir: string): string {
  const lines = listBackups(dataDir).map((backup) => `  ${describeBackup(backup)}`);
  return lines.length === 0 ? `${dataDir} has no backups.` : `Available backups:\n${lines.join("\n")}`;
}

function describeDatabase(dataDir: string): string {
  const folder = path.join(dataDir, "postgres");
  if (!existsSync(folder)) return `no database in ${folder}.`;
  const written = ["pg_wal", "global"].map((part) => statSync(path.join(folder, part), { throwIfNoEntry: false }));
  const latest = Math.max(0, ...written.map((part) => part?.mtimeMs ?? 0));
  return `database in ${folder}, last written at ${new Date(latest).toISOString()} or later.`;
}

function describeBackup({ name, madeAt, rows }: Backup): string {
  const count = (table: string) => `${rows[table] ?? 0} ${table.replace("_", " ")}`;
  const tables = ["shows", "productions", "cast_members", "accounts", "api_keys", "activity"];
  return `backup ${name}, made at ${madeAt}: ${tables.map(count).join(", ")}.`;
}

await start(import.meta.url, main);
