import { text } from "node:stream/consumers";
import { hashPassword } from "@/lib/accounts/sign-in/password";
import { insertAccount } from "@/lib/accounts/sign-in/queries";
import { violatedConstraint } from "@/lib/db/errors";
import { migrate } from "@/lib/db/migrate";
import { env } from "@/lib/settings/env";
import { openDatabase } from "@/lib/infrastructure";
import { readAccountOptions, accountCommandUsage } from "./command-line/account-options.ts";
import { runCommand } from "./command-line/command.ts";

/** Creates an account in the configured database. A running service must not be using the embedded one. */
async function main(): Promise<number> {
  try {
    const { isFromInput, password, ...account } = await readAccountOptions(process.argv.slice(2), () =>
      text(process.stdin),
    );
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
    if (violatedConstraint(error) !== "unique") throw error;
    console.error("An account with this email address already exists. An administrator can change its role.");
    return 1;
  }
}

await runCommand(main, accountCommandUsage);
