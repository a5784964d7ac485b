import { z } from "zod";
import { generatePassword, hashPassword } from "@/lib/accounts/sign-in/password";
import { passwordRefusal } from "@/lib/core/common-passwords";
import { name } from "@/lib/core/fields.browser";
import { accountRoles, emailAddress, newPassword } from "@/lib/accounts/schema.browser";
import { readFlags, UsageError, command, start } from "./command-line/command.ts";
import { insertAccount } from "@/lib/accounts/sign-in/sign-in-queries";
import { violatedConstraint } from "@/lib/db/errors";
import { withDatabase } from "./command-line/database.ts";

const usage = `Usage: npm run accounts:create -- --email you@example.com --role ${accountRoles.join("|")} [--name "Your Name"] [--password-stdin]`;

const accountSchema = z.strictObject({
  email: z.string("is required: the email address to sign in with").pipe(emailAddress),
  role: z.enum(accountRoles, { error: `must be one of ${accountRoles.join(", ")}` }),
  name: name.nullable().default(null),
  password: newPassword,
});

const options = {
  email: { type: "string" },
  role: { type: "string" },
  name: { type: "string" },
  // There is no `--password`, because it would stay in the shell's history.
  "password-stdin": { type: "boolean" },
} as const;

/** Creates an account in the configured database. */
export const main = command(usage, async (args, environment, { log, error, read }) => {
  const { "password-stdin": isFromInput, ...flags } = readFlags(options, args);
  const typed = isFromInput ? (await read()).replace(/\r?\n$/, "") : generatePassword();
  const { password, ...account } = parseAccount({ ...flags, password: typed });
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

/** @throws UsageError */
function parseAccount(flags: object): z.output<typeof accountSchema> {
  const { data, error } = accountSchema.safeParse(flags);
  const subject = ([field]: PropertyKey[]) => (field === "password" ? "The password" : `--${String(field)}`);
  if (!data) throw new UsageError(error.issues.map(({ path, message }) => `${subject(path)} ${message}.`).join("\n"));
  const refusal = passwordRefusal(data.password, data.email);
  if (refusal !== null) throw new UsageError(`The password ${refusal}.`);
  return data;
}

await start(import.meta.url, main);
