import { makeBackup } from "@/lib/db/embedded/backups";
import { env, SettingsError } from "@/lib/settings/env";
import { runCommand } from "./command-line/command.ts";
import { refuseArguments } from "./refuse-arguments.mjs";

const elsewhere = `The data is on the server that DATABASE_URL names, which has its own tools:
  pg_dump --format=custom --no-owner --file="theatre-$(date -u +%FT%H%M).dump" "$DATABASE_URL"`;

/** Copies the embedded database into `DATA_DIR/backups`, whether or not the service runs. */
async function main(): Promise<number> {
  const { DATABASE_URL, DATA_DIR } = env();
  if (DATABASE_URL) throw new SettingsError(elsewhere);
  const { folder, rows, heldMilliseconds } = await makeBackup(DATA_DIR);
  console.log(`The backup was opened and read: ${total(rows)} rows in ${Object.keys(rows).length} tables.`);
  if (heldMilliseconds > 0)
    console.log(`The service kept running; its database was paused for ${heldMilliseconds.toFixed(0)} ms.`);
  console.log(`It is in ${folder}. Only the three newest backups are kept. Copy them to another disk.`);
  return 0;
}

function total(rows: Readonly<Record<string, number>>): number {
  return Object.values(rows).reduce((sum, count) => sum + count, 0);
}

refuseArguments("npm run backup");
await runCommand(main);
