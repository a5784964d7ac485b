import "server-only";
import { parseArgs } from "node:util";
import { z } from "zod";
import { makePassword } from "../auth/password.ts";
import { passwordRefusal } from "../common-passwords.ts";
import { name } from "../fields.ts";
import { accountRoles, emailAddress, newPassword } from "./schema.ts";

export const usage = `npm run accounts:create -- --email you@example.com --role ${accountRoles.join("|")} [--name "Your Name"] [--password-stdin]`;

const order = z.strictObject({
  email: z.string("is required: the email address to sign in with").pipe(emailAddress),
  role: z.enum(accountRoles, { error: `must be one of ${accountRoles.join(", ")}` }),
  name: name.nullable().default(null),
  password: newPassword,
});

/** The command line is invalid. The message has a line for each mistake. */
export class Nonsense extends Error {}

/**
 * Reads the account to create from command-line arguments.
 *
 * @param readInput reads all of standard input; called only for `--password-stdin`.
 * @throws Nonsense
 */
export async function readOrder(args: string[], readInput: () => Promise<string>) {
  const options = {
    email: { type: "string" },
    role: { type: "string" },
    name: { type: "string" },
    "password-stdin": { type: "boolean" },
  } as const;
  let given;
  try {
    given = parseArgs({ args, options }).values;
  } catch (error) {
    throw new Nonsense(error instanceof Error ? error.message : String(error));
  }
  const { "password-stdin": isFromInput, ...rest } = given;
  const password = isFromInput ? (await readInput()).replace(/\r?\n$/, "") : makePassword();
  const parsed = order.safeParse({ ...rest, password });
  if (parsed.success) {
    const refusal = passwordRefusal(password, parsed.data.email);
    if (refusal !== null) throw new Nonsense(`The password ${refusal}.`);
    return { ...parsed.data, isFromInput };
  }
  throw new Nonsense(parsed.error.issues.map((issue) => `${subjectOf(issue.path)} ${issue.message}.`).join("\n"));
}

/** There is no `--password`, because it would stay in the shell's history. */
function subjectOf([field]: PropertyKey[]): string {
  return field === "password" ? "The password" : `--${String(field)}`;
}
