import "server-only";
import type { Database } from "../db/connect.ts";
import { brokenRule } from "../db/errors.ts";
import { usualAdministrator, type Env } from "../env.ts";
import { hashPassword, makePassword } from "./password.ts";
import { hasAdministrator, insertAccount } from "./queries.ts";

const command = "npm run accounts:create -- --email you@example.com --role admin";

/**
 * Sees to it that somebody manages accounts, where nobody does. On a server database nobody
 * reads the first lines of the console: there the variables have to say who.
 *
 * @param say speaks to the person at the console.
 */
export async function ensureAdministrator(
  database: Database,
  { ADMIN_EMAIL, ADMIN_PASSWORD }: Pick<Env, "ADMIN_EMAIL" | "ADMIN_PASSWORD">,
  say: (line: string) => void,
): Promise<void> {
  if (await hasAdministrator(database.prisma)) return;
  if (database.kind === "server" && !(ADMIN_EMAIL && ADMIN_PASSWORD)) {
    say(`There is no administrator yet. Set ADMIN_EMAIL and ADMIN_PASSWORD for the next start, or run: ${command}`);
    return;
  }
  const email = ADMIN_EMAIL ?? usualAdministrator;
  const password = ADMIN_PASSWORD ?? makePassword();
  try {
    await insertAccount(database.prisma, {
      email,
      name: null,
      role: "admin",
      password: await hashPassword(password, "this process"),
      verified: true,
    });
  } catch (error) {
    if (brokenRule(error) !== "unique") throw error;
    // Somebody else may have opened it: an address alone makes nobody an administrator.
    say(`There is no administrator, and ${email} has an account already. To make one, run: ${command}`);
    return;
  }
  const shown = ADMIN_PASSWORD ? "with the password of ADMIN_PASSWORD" : `with the password ${password}`;
  say(`The first administrator signs in as ${email} ${shown}${ADMIN_PASSWORD ? "." : " (shown this once)."}`);
}
