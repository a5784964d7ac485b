import { text } from "node:stream/consumers";
import { hashPassword } from "@/lib/auth/password";
import { insertAccount } from "@/lib/auth/queries";
import { brokenRule } from "@/lib/db/errors";
import { migrate } from "@/lib/db/migrate";
import { env } from "@/lib/env";
import { openDatabase } from "@/lib/infrastructure";
import { readOrder, usage } from "./command-line/account-order.ts";
import { runCommand } from "./command-line/command.ts";

/** Makes an account on the database that the settings name. The embedded one must not be in use by a running service. */
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
      `Made: ${account.email}, ${account.role}.${isFromInput ? "" : ` Password: ${password} (shown this once)`}`,
    );
    return 0;
  } catch (error) {
    if (brokenRule(error) !== "unique") throw error;
    console.error("There is an account with this e-mail address already; an administrator can change its role.");
    return 1;
  }
}

await runCommand(main, usage);
