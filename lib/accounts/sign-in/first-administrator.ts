import "server-only";
import type { Database } from "../../db/database.ts";
import { violatedConstraint } from "../../db/errors.ts";
import type { Env } from "../../settings/env.ts";
import { defaultAdministrator } from "../../settings/settings.ts";
import { hashPassword, generatePassword } from "./password.ts";
import { hasAdministrator, insertAccount } from "./sign-in-queries.ts";

const command = "npm run accounts:create -- --email you@example.com --role admin";

/** Only the embedded database gets a generated password: no one reads a server's console. @param say writes a line there. */
export async function ensureAdministrator(
  database: Database,
  { ADMIN_EMAIL, ADMIN_PASSWORD }: Pick<Env, "ADMIN_EMAIL" | "ADMIN_PASSWORD">,
  say: (line: string) => void,
): Promise<void> {
  if (await hasAdministrator(database)) return;
  if (database.kind === "server" && !(ADMIN_EMAIL && ADMIN_PASSWORD)) {
    say(`There is no administrator. Set ADMIN_EMAIL and ADMIN_PASSWORD and restart, or run: ${command}`);
    return;
  }
  const email = ADMIN_EMAIL ?? defaultAdministrator;
  const password = ADMIN_PASSWORD ?? generatePassword();
  try {
    await insertAccount(database.prisma, {
      email,
      name: null,
      role: "admin",
      password: await hashPassword(password, "this process"),
      verified: true,
    });
  } catch (error) {
    if (violatedConstraint(error) !== "unique") throw error;
    // Anyone may have opened that account, so the address alone must not give it the role.
    say(`There is no administrator, and ${email} already has an account. To create one, run: ${command}`);
    return;
  }
  const shown = ADMIN_PASSWORD ? "with the password in ADMIN_PASSWORD" : `with the password ${password}`;
  say(`Sign in as the first administrator: ${email}, ${shown}${ADMIN_PASSWORD ? "." : " (shown only once)."}`);
}
