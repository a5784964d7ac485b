import { unknownSource } from "../lib/core/client-address.ts";
import { encodeSessionToken, sessionCookieHeader, createSession } from "../lib/accounts/sign-in/sessions.ts";
import type { Database } from "../lib/db/database.ts";
import type { AccountRole } from "../lib/db/generated/enums.ts";
import { issuedKey, type IssuedKey } from "../lib/accounts/keys/schema.browser.ts";
import { hashFast } from "./templates.ts";
import { freshAddress } from "./quota-helpers.ts";
import type { TestService } from "./service.ts";
import { signedInAccount } from "./signed-in.ts";

interface JsonResponse {
  status: number;
  headers: Headers;
  text: string;
  /** The parsed text, if it is JSON. */
  body: unknown;
}

/** A signed-in developer, who requests their own data. */
export interface Developer {
  id: string;
  email: string;
  cookie: string;
  ask(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<JsonResponse>;
  /** Creates a key. @throws when it is refused. */
  makeKey(name?: string, more?: Record<string, unknown>): Promise<IssuedKey>;
}

export async function developer(service: TestService, role: AccountRole = "developer"): Promise<Developer> {
  const account = await signedInAccount(service, role);
  const ask: Developer["ask"] = (method, path, body, headers) =>
    sendJson(service, method, path, body, { cookie: account.cookie, ...headers });
  return {
    ...account,
    ask,
    makeKey: async (name = "A key", more = {}) => issuedKey.parse((await ask("POST", "/keys", { name, ...more })).body),
  };
}

export const knownPassword = "correct horse battery";

/** A developer with `knownPassword`, who sends from an address of their own. */
export async function personWithPassword(
  service: TestService,
  role?: AccountRole,
): Promise<Developer & { address: string }> {
  const owner = await developer(service, role);
  const data = { password: hashFast(knownPassword), name: "Ada" };
  await service.infrastructure.database.prisma.account.update({ where: { id: owner.id }, data });
  const address = freshAddress();
  const ask: Developer["ask"] = (method, path, body, headers) =>
    owner.ask(method, path, body, { "x-forwarded-for": address, ...headers });
  return { ...owner, address, ask };
}

/** The cookie of one more session of this account. */
export async function anotherSession(
  { infrastructure: { database, now, sessionSecret } }: TestService,
  { id }: Pick<Developer, "id">,
  source = unknownSource,
): Promise<string> {
  const token = await createSession(database, id, now, { provider: null, source });
  return sessionCookieHeader(await encodeSessionToken(token, sessionSecret));
}

export async function isSignedIn(service: TestService, cookie: string): Promise<boolean> {
  return (await sendJson(service, "GET", "/account", undefined, { cookie })).status === 200;
}

/** The actions in the security log of this account, oldest first. */
export async function actionsOn({ infrastructure }: TestService, account_id: string): Promise<string[]> {
  const { securityLogEntry } = infrastructure.database.prisma;
  const entries = await securityLogEntry.findMany({ where: { account_id }, orderBy: { id: "asc" } });
  return entries.map(({ action }) => action);
}

/** The database, and the operations that are done on it from now on, in their order. */
export function watched(database: Database): { database: Database; operations: string[] } {
  const operations: string[] = [];
  const prisma = database.prisma.$extends({
    query: {
      $allOperations: ({ model, operation, args, query }) => {
        operations.push(`${model ?? "sql"}.${operation}`);
        return query(args);
      },
    },
  });
  // The extended client has every member that the queries use.
  return { database: { ...database, prisma: prisma as unknown as Database["prisma"] }, operations };
}

/** Sends a request with a JSON body, if any; a text is sent unchanged. */
export async function sendJson(
  service: TestService,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<JsonResponse> {
  const response = await service.get(`/api${path}`, {
    method,
    headers: { ...(body === undefined ? {} : { "content-type": "application/json" }), ...headers },
    ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, body: text === "" ? null : JSON.parse(text) };
}

/** The fields in a response's issues, in alphabetical order. */
export function invalidFieldsOf({ body }: Pick<JsonResponse, "body">): string[] {
  return (body as { issues: { path: string }[] }).issues.map(({ path }) => path).sort();
}

export function withKey(secret: string): RequestInit {
  return { headers: { Authorization: `Bearer ${secret}` } };
}
