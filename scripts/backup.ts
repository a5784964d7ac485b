import { makeBackup } from "@/lib/db/embedded/backups";
import { parseEnv, SettingsError } from "@/lib/settings/env";
import { command, refuseArguments, start } from "./command-line/command.ts";

const elsewhere = `The data is on the server that DATABASE_URL names, which has its own tools:
  pg_dump --format=custom --no-owner --file="theatre-$(date -u +%FT%H%M).dump" "$DATABASE_URL"`;

/** Copies the embedded database into `DATA_DIR/backups`, whether or not the service runs. */
export const main = command("Usage: npm run backup", async (args, environment, { log }) => {
  refuseArguments(args);
  const { DATABASE_URL, DATA_DIR } = parseEnv(environment);
  if (DATABASE_URL) throw new SettingsError(elsewhere);
  const { folder, rows, heldMilliseconds } = await makeBackup(DATA_DIR);
  log(`The backup was opened and read: ${total(rows)} rows in ${Object.keys(rows).length} tables.`);
  if (heldMilliseconds > 0)
    log(`The service kept running; its database was paused for ${heldMilliseconds.toFixed(0)} ms.`);
  log(`It is in ${folder}. Only the three newest backups are kept. Copy them to another disk.`);
  return 0;
});

function total(rows: Readonly<Record<string, number>>): number {
  return Object.values(rows).reduce((sum, count) => sum + count, 0);
}

await start(import.meta.url, main);
