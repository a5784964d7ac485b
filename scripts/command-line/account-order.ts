import { parseArgs } from "node:util";
import { z } from "zod";
import { makePassword } from "@/lib/auth/password";
import { passwordRefusal } from "@/lib/common-passwords";
import { name } from "@/lib/fields";
import { accountRoles, emailAddress, newPassword } from "@/lib/accounts/schema";

export const usage = `npm run accounts:create -- --email you@example.com --role ${accountRoles.join("|")} [--name "Your Name"] [--password-stdin]`;

const order = z.strictObject({
  email: z.string("must be given: the address that the account signs in with").pipe(emailAddress),
  role: z.enum(accountRoles, { error: `must be one of ${accountRoles.join(", ")}` }),
  name: name.nullable().default(null),
  password: newPassword,
});

/** What was typed is no order; the message says why, a line for each mistake. */
export class Nonsense extends Error {}

/**
 * The account that a command line orders.
 *
 * @param readInput all of standard input; asked only for `--password-stdin`.
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

/** Nobody can give `--password`: it would stand in the shell's history. */
function subjectOf([field]: PropertyKey[]): string {
  return field === "password" ? "The password" : `--${String(field)}`;
}
