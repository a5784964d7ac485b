import { z } from "zod";
import { emailAddress } from "@/lib/accounts/schema.browser";
import { findSignIn } from "@/lib/accounts/sign-in/sign-in-queries";
import { sessionSecret } from "@/lib/accounts/sign-in/secret";
import { resetFactors } from "@/lib/accounts/second-factors/factor-queries";
import { command, parseFlags, readFlags, start } from "./command-line/command.ts";
import { withDatabase } from "./command-line/database.ts";

const usage = "Usage: npm run accounts:reset-factors -- --email you@example.com";
const flagsSchema = z.strictObject({
  email: z.string("is required: the email address of the account").pipe(emailAddress),
});

/** Removes the second factors of an account whose owner lost them all, such as the last administrator. */
export const main = command(usage, async (args, environment, { log, error }) => {
  const { email } = parseFlags(flagsSchema, readFlags({ email: { type: "string" } }, args));
  const removed = await withDatabase(environment, async ({ prisma }, settings) => {
    const account = await findSignIn(prisma, email);
    const mailing = { settings, sessionSecret: sessionSecret(settings), now: Date.now };
    return account && resetFactors(prisma, account.id, { by: null, source: null, mailing });
  });
  if (removed === null) {
    error(`There is no account with the address ${email}.`);
    return 1;
  }
  log(
    removed === 0
      ? `${email} has no second factors.`
      : `Removed the second factors of ${email} (${removed}) and the recovery codes. The password alone signs in again.`,
  );
  return 0;
});

await start(import.meta.url, main);
