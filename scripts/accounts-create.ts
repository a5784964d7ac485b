import { text } from "node:stream/consumers";
import { parseArgs } from "node:util";
import { z } from "zod";
import { accountRoles, emailAddress, newPassword } from "@/lib/accounts/schema";
import { hashPassword, makePassword } from "@/lib/auth/password";
import { insertAccount } from "@/lib/auth/queries";
import { DatabaseUnavailableError } from "@/lib/db/connect";
import { brokenRule } from "@/lib/db/errors";
import { migrate } from "@/lib/db/migrate";
import { env, SettingsError } from "@/lib/env";
import { name } from "@/lib/fields";
import { openDatabase } from "@/lib/infrastructure";

const usage = `npm run accounts:create -- --email you@example.com --role ${accountRoles.join("|")} [--name "Your Name"] [--password-stdin]`;

const order = z.strictObject({
  email: z.string("must be given: the address that the account signs in with").pipe(emailAddress),
  role: z.enum(accountRoles, { error: `must be one of ${accountRoles.join(", ")}` }),
  name: name.nullable().default(null),
  password: newPassword,
});

class Nonsense extends Error {}

async function readOrder() {
  const options = {
    email: { type: "string" },
    role: { type: "string" },
    name: { type: "string" },
    "password-stdin": { type: "boolean" },
  } as const;
  let given;
  try {
    given = parseArgs({ options }).values;
  } catch (error) {
    throw new Nonsense(error instanceof Error ? error.message : String(error));
  }
  const { "password-stdin": isFromInput, ...rest } = given;
  const password = isFromInput ? (await text(process.stdin)).replace(/\r?\n$/, "") : makePassword();
  const parsed = order.safeParse({ ...rest, password });
  if (parsed.success) return { ...parsed.data, isFromInput };
  throw new Nonsense(parsed.error.issues.map((issue) => `${subjectOf(issue.path)} ${issue.message}.`).join("\n"));
}

/** Nobody can give `--password`: it would stand in the shell's history. */
function subjectOf([field]: PropertyKey[]): string {
  return field === "password" ? "The password" : `--${String(field)}`;
}

/** Makes an account on the database that the settings name. The embedded one must not be in use by a running service. */
async function main(): Promise<number> {
  try {
    const { isFromInput, password, ...account } = await readOrder();
    const database = await openDatabase(env());
    try {
      await database.exclusively(() => migrate(database, process.cwd()));
      await insertAccount(database.prisma, { ...account, password: await hashPassword(password) });
    } finally {
      await database.close();
    }
    console.log(
      `Made: ${account.email}, ${account.role}.${isFromInput ? "" : ` Password: ${password} (shown this once)`}`,
    );
    return 0;
  } catch (error) {
    if (error instanceof Nonsense) {
      console.error(`${error.message}\nUsage: ${usage}`);
      return 2;
    }
    if (brokenRule(error) === "unique") {
      console.error("There is an account with this e-mail address already; an administrator can change its role.");
      return 1;
    }
    if (!(error instanceof DatabaseUnavailableError || error instanceof SettingsError)) throw error;
    console.error(error.message);
    return 1;
  }
}

process.exitCode = await main();
