import { env } from "@/lib/settings/env";
import { openDatabase, prepareDatabase } from "@/lib/infrastructure";
import { runCommand } from "./command-line/command.ts";
import { refuseArguments } from "./refuse-arguments.mjs";

/**
 * `npm run db:migrate`: applies missing migrations to the configured database, loads the dataset into an empty one, and creates
 * the first administrator. The server does the same at its start.
 */
async function main(): Promise<number> {
  const settings = env();
  const database = await openDatabase(settings);
  try {
    const applied = await prepareDatabase(database, settings, process.cwd());
    const name = `${database.kind === "embedded" ? "The embedded database in" : "The database at"} ${database.place}`;
    console.log(
      applied.length === 0
        ? `${name} is up to date.`
        : `${name} was migrated:\n${applied.map((migration) => `  ${migration}`).join("\n")}`,
    );
    return 0;
  } finally {
    await database.close();
  }
}

refuseArguments("npm run db:migrate");
await runCommand(main);
