import { Agent, request } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createKey } from "../keys/queries.ts";
import { homes } from "../testing/homes.ts";
import { mountedRoutes, startService, type Service } from "../testing/service.ts";
import { signedIn, signedInAccount } from "../testing/signed-in.ts";

const methods = ["GET", "HEAD", "OPTIONS", "POST", "PUT", "DELETE", "PATCH", "TRACE", "BREW"];

/** What contract §2 to §7 let whom do. A method that is not named is not offered. */
type Who = "anyone" | "signed in" | "staff" | "admin";
const noun: Record<string, Who> = { GET: "anyone", POST: "staff" };
const record: Record<string, Who> = { GET: "anyone", PUT: "staff", DELETE: "staff" };
const reading: Record<string, Who> = { GET: "anyone" };
const offers: Record<string, Record<string, Who>> = {
  ...Object.fromEntries(
    ["shows", "theatres", "people", "roles", "productions", "cast-members"].flatMap((path) => [
      [`/${path}`, noun],
      [`/${path}/{id}`, record],
    ]),
  ),
  "/quota": reading,
  "/openapi.json": reading,
  "/health": reading,
  "/health/ready": reading,
  "/accounts": { GET: "admin", POST: "anyone" },
  "/accounts/{id}": { PUT: "admin" },
  "/keys": { GET: "signed in", POST: "signed in" },
  "/keys/{id}": { DELETE: "signed in" },
  "/keys/{id}/rotate": { POST: "signed in" },
  "/keys/{id}/usage": { GET: "signed in" },
  "/keys/found": { POST: "anyone" },
  "/account": { GET: "signed in", PUT: "signed in", DELETE: "signed in" },
  "/account/sessions": { GET: "signed in", DELETE: "signed in" },
  "/account/found-keys/{id}": { DELETE: "signed in" },
  "/account/identities/{provider}": { DELETE: "signed in" },
  "/changes": { POST: "staff" },
  "/problems": { GET: "staff" },
  "/activity": { GET: "staff" },
  "/activity/{id}/revert": { POST: "staff" },
};

const ids: Record<string, string> = {
  shows: "hamilton",
  theatres: "palace",
  people: "colm-wilkinson",
  roles: "les-miserables-barbican-1985--jean-valjean",
  productions: "les-miserables-barbican-1985",
  "cast-members": "les-miserables-barbican-1985--colm-wilkinson",
};

interface Caller {
  name: string;
  /** What the caller is good for. */
  is: "bad key" | "stranger" | "developer" | "editor" | "admin";
  headers(service: Service): Promise<Record<string, string>>;
}

const asSession = async (service: Service, role: "developer" | "editor" | "admin") => ({
  cookie: await signedIn(service, role),
});

const callers: Caller[] = [
  { name: "nobody", is: "stranger", headers: async () => ({}) },
  { name: "a key", is: "stranger", headers: async (service) => bearer(await newKey(service)) },
  {
    name: "a revoked key",
    is: "bad key",
    headers: async (service) => bearer(await newKey(service, "UPDATE api_keys SET revoked_at = now() WHERE id = $1")),
  },
  {
    name: "a signed-out cookie",
    is: "stranger",
    headers: async (service) => {
      const { id, cookie } = await signedInAccount(service, "admin");
      await service.infrastructure.database.query("DELETE FROM sessions WHERE account_id = $1", [id]);
      return { cookie };
    },
  },
  {
    name: "a blocked account",
    is: "stranger",
    headers: async (service) => {
      const { id, cookie } = await signedInAccount(service, "admin");
      await service.infrastructure.database.query("UPDATE accounts SET blocked = true WHERE id = $1", [id]);
      return { cookie };
    },
  },
  {
    name: "a cookie sent as Bearer",
    is: "bad key",
    headers: async (service) => bearer((await signedIn(service, "admin")).replace(/^[^=]*=/, "")),
  },
  { name: "a developer", is: "developer", headers: (service) => asSession(service, "developer") },
  { name: "an editor", is: "editor", headers: (service) => asSession(service, "editor") },
  { name: "an administrator", is: "admin", headers: (service) => asSession(service, "admin") },
];

/** The status that refuses, and the error's name; null when the caller may. */
function refusal(path: string, method: string, { is }: Caller): [status: number, error: string] | null {
  const isMetered = !path.startsWith("/health");
  if (is === "bad key" && isMetered) return [401, "Invalid API key"];
  if (method === "OPTIONS") return null;
  const who = offers[path]?.[method === "HEAD" ? "GET" : method];
  if (!who) return [405, "Method not allowed"];
  if (who === "anyone") return null;
  if (is === "stranger") return [401, "Unauthorized"];
  const isEnough = who === "signed in" || is === "admin" || (who === "staff" && is === "editor");
  return isEnough ? null : [403, "Forbidden"];
}

test("every path that is mounted is in the table", () => {
  expect(
    mountedRoutes
      .map(({ path }) => path)
      .filter((path) => !(path in offers))
      .sort(),
  ).toEqual([]);
});

describe.each(homes)("who may do what (%s)", (home) => {
  let service: Service;
  const agent = new Agent({ keepAlive: true, maxSockets: 8 });

  beforeAll(async () => {
    const plenty = "1000000";
    service = await startService(home, {
      settings: { PUBLIC_DAILY_LIMIT: plenty, KEY_DAILY_LIMIT: plenty, ACCOUNT_DAILY_LIMIT: plenty },
    });
  });
  afterAll(async () => {
    agent.destroy();
    await service.close();
  });

  test.each(callers)("$name", async (caller) => {
    const before = await contents(service);
    for (const { path } of mountedRoutes) {
      const headers = await caller.headers(service);
      const known = path.replace(/\{\w+\}/, ids[path.split("/")[1] ?? ""] ?? "unknown");
      const targets = new Set([known, path.replace(/\{\w+\}/, "no-such-id")].map((target) => `/api${target}`));
      const asked = [...targets].flatMap((target) => methods.map((method) => ({ target, method })));
      const answers = await Promise.all(
        asked.map(async ({ target, method }) => ({
          what: `${method} ${target}`,
          refusal: refusal(path, method, caller),
          ...(await send(service, agent, method, target, headers)),
        })),
      );
      for (const answer of answers) {
        expect(answer.status, answer.what).toBeLessThan(500);
        if (answer.refusal === null) expect([401, 403, 405], answer.what).not.toContain(answer.status);
        else if (answer.what.startsWith("HEAD"))
          expect([answer.what, answer.status]).toEqual([answer.what, answer.refusal[0]]);
        else expect([answer.what, answer.status, answer.error]).toEqual([answer.what, ...answer.refusal]);
        if (answer.status === 401 && answer.error === "Invalid API key") expect(answer.challenge).toBe("Bearer");
        if (answer.status === 405) expect(answer.allow, answer.what).toMatch(/OPTIONS$/);
      }
    }
    // No body came with any of them, and what was to be deleted would have had to match a tag that nothing has.
    expect(await contents(service)).toEqual(before);
  });
});

async function newKey({ infrastructure: { database } }: Service, after?: string): Promise<string> {
  const { id, secret } = await createKey(database.prisma, {
    email: `${crypto.randomUUID()}@example.com`,
    name: "matrix",
    dailyLimit: null,
    expiresAt: null,
  });
  if (after) await database.query(after, [id]);
  return secret;
}

function bearer(secret: string): Record<string, string> {
  return { authorization: `Bearer ${secret}` };
}

async function contents({ infrastructure: { database } }: Service): Promise<unknown> {
  const tables = ["shows", "theatres", "people", "roles", "productions", "cast_members", "activity"];
  return Promise.all(
    tables.map((table) =>
      database.query(`SELECT md5(string_agg(t::text, '|' ORDER BY t::text)) FROM ${table} AS t`, []),
    ),
  );
}

interface Received {
  status: number;
  error: unknown;
  allow: string;
  challenge: string;
}

/** Node's own client: fetch refuses to send TRACE. */
function send(
  { port }: Service,
  agent: Agent,
  method: string,
  path: string,
  headers: Record<string, string>,
): Promise<Received> {
  return new Promise((resolve, reject) => {
    const sent = request(
      { host: "127.0.0.1", port, agent, method, path, headers: { ...headers, "if-match": '"nothing"' } },
      (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.once("end", () =>
          resolve({
            status: response.statusCode ?? 0,
            error: errorOf(Buffer.concat(chunks).toString()),
            allow: response.headers.allow ?? "",
            challenge: response.headers["www-authenticate"] ?? "",
          }),
        );
      },
    );
    sent.once("error", reject).end();
  });
}

function errorOf(text: string): unknown {
  return text.startsWith('{"error"') ? (JSON.parse(text) as { error: unknown }).error : undefined;
}
