import { migrate } from "@/lib/db/migrate";
import { env } from "@/lib/settings/env";
import { openDatabase } from "@/lib/infrastructure";
import { createKey } from "@/lib/keys/queries";
import { runCommand } from "./command-line/command.ts";
import { readKeyOptions, keyCommandUsage } from "./command-line/key-options.ts";

/** Creates a key, and the account with that address if there is none. */
async function main(): Promise<number> {
  const order = readKeyOptions(process.argv.slice(2));
  const database = await openDatabase(env());
  try {
    await database.exclusively(() => migrate(database, process.cwd()));
    const { secret } = await createKey(database.prisma, order);
    console.log(`The key for ${order.email}, shown only once and stored nowhere:`);
    console.log(secret);
    return 0;
  } finally {
    await database.close();
  }
}

await runCommand(main, keyCommandUsage);
