import { openDatabase, prepareDatabase } from "@/lib/infrastructure";
import { parseEnv } from "@/lib/settings/env";
import { command, refuseArguments, start } from "./command-line/command.ts";

/**
 * `npm run db:migrate`: applies missing migrations to the configured database, loads the dataset into an empty one, and creates
 * the first administrator. The server does the same at its start.
 */
export const main = command("Usage: npm run db:migrate", async (args, environment, { log }) => {
  refuseArguments(args);
  const settings = parseEnv(environment);
  const database = await openDatabase(settings);
  try {
    const applied = await prepareDatabase(database, settings, process.cwd());
    const name = `${database.kind === "embedded" ? "The embedded database in" : "The database at"} ${database.place}`;
    log(
      applied.length === 0
        ? `${name} is up to date.`
        : `${name} was migrated:\n${applied.map((migration) => `  ${migration}`).join("\n")}`,
    );
    return 0;
  } finally {
    await database.close();
  }
});

await start(import.meta.url, main);
