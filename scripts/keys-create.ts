import { createKey } from "@/lib/keys/key-queries";
import { command, start } from "./command-line/command.ts";
import { withDatabase } from "./command-line/database.ts";
import { keyCommandUsage, readKeyOptions } from "./command-line/key-options.ts";

/** Creates a key, and the account with that address if there is none. */
export const main = command(keyCommandUsage, async (args, environment, { log }) => {
  const order = readKeyOptions(args);
  const { secret } = await withDatabase(environment, ({ prisma }) => createKey(prisma, order));
  log(`The key for ${order.email}, shown only once and stored nowhere:`);
  log(secret);
  return 0;
});

await start(import.meta.url, main);
