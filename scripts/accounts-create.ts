import { hashPassword } from "@/lib/accounts/sign-in/password";
import { insertAccount } from "@/lib/accounts/sign-in/sign-in-queries";
import { violatedConstraint } from "@/lib/db/errors";
import { accountCommandUsage, readAccountOptions } from "./command-line/account-options.ts";
import { command, start } from "./command-line/command.ts";
import { withDatabase } from "./command-line/database.ts";

/** Creates an account in the configured database. */
export const main = command(accountCommandUsage, async (args, environment, { log, error, read }) => {
  const { isFromInput, password, ...account } = await readAccountOptions(args, read);
  try {
    await withDatabase(environment, async ({ prisma }) => {
      const stored = await hashPassword(password, "this process");
      await insertAccount(prisma, { ...account, password: stored, verified: true });
    });
  } catch (reason) {
    if (violatedConstraint(reason) !== "unique") throw reason;
    error("An account with this email address already exists. An administrator can change its role.");
    return 1;
  }
  log(`Created ${account.email} (${account.role}).${isFromInput ? "" : ` Password: ${password} (shown only once)`}`);
  return 0;
});

await start(import.meta.url, main);
