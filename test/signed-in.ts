import { randomUUID } from "node:crypto";
import { sessionCookieHeader, encodeSessionToken } from "../lib/accounts/sign-in/session-cookie.ts";
import { createSession } from "../lib/accounts/sign-in/sessions.ts";
import { unknownSource } from "../lib/accounts/security-log/source.ts";
import type { AccountRole } from "../lib/db/generated/enums.ts";
import { serveFrom, type TestService } from "./service.ts";

/** As for an account without a password, because each of these is new. */
const manner = { provider: "google", source: unknownSource };

/** The session cookie of a new account with this role, made by the functions that next-auth's callbacks use. */
export async function signedIn(service: Pick<TestService, "infrastructure">, role: AccountRole): Promise<string> {
  return (await signedInAccount(service, role)).cookie;
}

export async function signedInAccount(
  { infrastructure: { database, now, sessionSecret } }: Pick<TestService, "infrastructure">,
  role: AccountRole,
): Promise<{ id: string; email: string; cookie: string }> {
  const id = randomUUID();
  const email = `${id}@example.com`;
  await database.prisma.account.create({ data: { id, email, role } });
  const sealed = await encodeSessionToken(await createSession(database, id, now, manner), sessionSecret);
  return { id, email, cookie: sessionCookieHeader(sealed) };
}

/** The session cookie of a new editor of a service in another process, which has the same settings. */
export async function cookieOfEditor(settings: Record<string, string>): Promise<string> {
  const service = await serveFrom({ ...settings, SEED: "none" });
  const cookie = await signedIn(service, "editor");
  await service.close();
  return cookie;
}
