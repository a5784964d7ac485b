import { z } from "zod";
import { generatePassword, hashPassword } from "@/lib/accounts/sign-in/password";
import { passwordRefusal } from "@/lib/core/common-passwords";
import { name } from "@/lib/core/fields.browser";
import { accountRoles, emailAddress, newPassword } from "@/lib/accounts/schema.browser";
import { readFlags, UsageError, command, start } from "./command-line/command.ts";
import { insertAccount } from "@/lib/accounts/sign-in/sign-in-queries";
import { violatedConstraint } from "@/lib/db/errors";
import { withDatabase } from "./command-line/database.ts";

const accountCommandUsage = `Usage: npm run accounts:create -- --email you@example.com --role ${accountRoles.join("|")} [--name "Your Name"] [--password-stdin]`;

const optionsSchema = z.strictObject({
  email: z.string("is required: the email address to sign in with").pipe(emailAddress),
  role: z.enum(accountRoles, { error: `must be one of ${accountRoles.join(", ")}` }),
  name: name.nullable().default(null),
  password: newPassword,
});

/**
 * Reads the account to create from command-line arguments.
 *
 * @param readInput all of standard input; asked only for `--password-stdin`.
 * @throws UsageError
 */
async function readAccountOptions(args: readonly string[], readInput: () => Promise<string>) {
  const options = {
    email: { type: "string" },
    role: { type: "string" },
    name: { type: "string" },
    "password-stdin": { type: "boolean" },
  } as const;
  const { "password-stdin": isFromInput, ...rest } = readFlags(options, args);
  const password = isFromInput ? (await readInput()).replace(/\r?\n$/, "") : generatePassword();
  const parsed = optionsSchema.safeParse({ ...rest, password });
  if (parsed.success) {
    const refusal = passwordRefusal(password, parsed.data.email);
    if (refusal !== null) throw new UsageError(`The password ${refusal}.`);
    return { ...parsed.data, isFromInput };
  }
  throw new UsageError(parsed.error.issues.map((issue) => `${subjectOf(issue.path)} ${issue.message}.`).join("\n"));
}

/** There is no `--password`, because it would stay in the shell's history. */
function subjectOf([field]: PropertyKey[]): string {
  return field === "password" ? "The password" : `--${String(field)}`;
}

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
