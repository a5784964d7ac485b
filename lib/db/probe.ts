import "server-only";
import type { Database } from "./connect.ts";

/** The smallest question there is: resolves when the database answers. */
export async function probe(database: Database): Promise<void> {
  await database.query("SELECT 1", []);
}
