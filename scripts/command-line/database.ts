import type { Database } from "@/lib/db/database";
import { migrate } from "@/lib/db/migrate";
import { openDatabase } from "@/lib/infrastructure";
import { parseEnv, type Env } from "@/lib/settings/env";
import type { Environment } from "./command.ts";

/** Does `work` on the configured database, brought up to date. A running service must not be using the embedded one. */
export async function withDatabase<Result>(
  environment: Environment,
  work: (database: Database, settings: Env) => Promise<Result>,
): Promise<Result> {
  const settings = parseEnv(environment);
  const database = await openDatabase(settings);
  try {
    await database.exclusively(() => migrate(database, process.cwd()));
    return await work(database, settings);
  } finally {
    await database.close();
  }
}
