import { DatabaseUnavailableError } from "@/lib/db/connect";
import { migrate } from "@/lib/db/migrate";
import { env, SettingsError } from "@/lib/env";
import { openDatabase } from "@/lib/infrastructure";
import { Nonsense, readOrder, usage } from "@/lib/keys/order";
import { createKey, type KeyOrder } from "@/lib/keys/queries";

/** Creates a key, and the account with that address if there is none. */
async function main(): Promise<number> {
  try {
    const order = readOrder(process.argv.slice(2));
    const secret = await createIn(process.cwd(), order);
    console.log(`API key for ${order.email} (shown only once):`);
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
