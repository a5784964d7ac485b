import { DatabaseUnavailableError } from "@/lib/db/connect";
import { migrate } from "@/lib/db/migrate";
import { env, SettingsError } from "@/lib/env";
import { openDatabase } from "@/lib/infrastructure";
import { Nonsense, readOrder, usage } from "./command-line/key-order.ts";
import { createKey, type KeyOrder } from "@/lib/keys/queries";

/** Makes a key, and the account for it where there is none with that address. */
async function main(): Promise<number> {
  try {
    const order = readOrder(process.argv.slice(2));
    const secret = await createIn(process.cwd(), order);
    console.log(`The key for ${order.email}; it is shown this once and kept nowhere:`);
    console.log(secret);
    return 0;
  } catch (error) {
    if (error instanceof Nonsense) {
      console.error(`${error.message}\nFor example: ${usage}`);
      return 2;
    }
    if (!(error instanceof SettingsError || error instanceof DatabaseUnavailableError)) throw error;
    console.error(error.message);
    return 1;
  }
}

async function createIn(root: string, order: KeyOrder): Promise<string> {
  const database = await openDatabase(env());
  try {
    await database.exclusively(() => migrate(database, root));
    return (await createKey(database.prisma, order)).secret;
  } finally {
    await database.close();
  }
}

process.exitCode = await main();
