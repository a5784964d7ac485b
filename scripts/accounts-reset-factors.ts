import { z } from "zod";
import { emailAddress } from "@/lib/accounts/schema.browser";
import { findSignIn } from "@/lib/accounts/sign-in/queries";
import { sessionSecret } from "@/lib/accounts/sign-in/secret";
import { migrate } from "@/lib/db/migrate";
import { env } from "@/lib/settings/env";
import { openDatabase } from "@/lib/infrastructure";
import { resetFactors } from "@/lib/accounts/second-factors/removal-queries";
import { parseFlags, readFlags, runCommand } from "./command-line/command.ts";

const usage = "Usage: npm run accounts:reset-factors -- --email you@example.com";
const flagsSchema = z.strictObject({
  email: z.string("is required: the email address of the account").pipe(emailAddress),
});

/**
 * Removes the second factors of an account whose owner lost them all, such as the last administrator. A running service
 * must not be using the embedded database.
 */
async function main(): Promise<number> {
  const { email } = parseFlags(flagsSchema, readFlags({ email: { type: "string" } }));
  const settings = env();
  const database = await openDatabase(settings);
  try {
    await database.exclusively(() => migrate(database, process.cwd()));
    const account = await findSignIn(database.prisma, email);
    const mailing = { settings, sessionSecret: sessionSecret(settings), now: Date.now };
    const removed = account && (await resetFactors(database.prisma, account.id, { by: null, source: null, mailing }));
    if (removed === null) {
      console.error(`There is no account with the address ${email}.`);
      return 1;
    }
    console.log(
      removed === 0
        ? `${email} has no second factors.`
        : `Removed the second factors of ${email} (${removed}) and the recovery codes. The password alone signs in again.`,
    );
    return 0;
  } finally {
    await database.close();
  }
}

await runCommand(main, usage);
