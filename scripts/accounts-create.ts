import { text } from "node:stream/consumers";
import { Nonsense, readOrder, usage } from "@/lib/accounts/order";
import { hashPassword } from "@/lib/auth/password";
import { insertAccount } from "@/lib/auth/queries";
import { DatabaseUnavailableError } from "@/lib/db/connect";
import { brokenRule } from "@/lib/db/errors";
import { migrate } from "@/lib/db/migrate";
import { env, SettingsError } from "@/lib/env";
import { openDatabase } from "@/lib/infrastructure";

/** Creates an account in the configured database. A running service must not be using the embedded one. */
async function main(): Promise<number> {
  try {
    const { isFromInput, password, ...account } = await readOrder(process.argv.slice(2), () => text(process.stdin));
    const database = await openDatabase(env());
    try {
      await database.exclusively(() => migrate(database, process.cwd()));
      const stored = await hashPassword(password, "this process");
      await insertAccount(database.prisma, { ...account, password: stored, verified: true });
    } finally {
      await database.close();
    }
    console.log(
      `Created ${account.email} (${account.role}).${isFromInput ? "" : ` Password: ${password} (shown only once)`}`,
    );
    return 0;
  } catch (error) {
    if (error instanceof Nonsense) {
      console.error(`${error.message}\nUsage: ${usage}`);
      return 2;
    }
    if (brokenRule(error) === "unique") {
      console.error("An account with this email address already exists. An administrator can change its role.");
      return 1;
    }
    if (!(error instanceof DatabaseUnavailableError || error instanceof SettingsError)) throw error;
    console.error(error.message);
    return 1;
  }
}

process.exitCode = await main();
