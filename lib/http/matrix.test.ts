import { once } from "node:events";
import { Agent, request, type IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { permissions, permissionTexts, type AccountRole } from "./access/permissions.browser.ts";
import { createKey } from "../accounts/keys/key-queries.ts";
import { databaseKinds } from "../../test/databases.ts";
import { samples } from "../../test/samples.ts";
import { routes } from "../routes.ts";
import { useService, type TestService } from "../../test/service.ts";
import { signedIn, signedInAccount, staffClient } from "../../test/signed-in.ts";

const methods = ["GET", "HEAD", "OPTIONS", "POST", "PUT", "DELETE", "PATCH", "TRACE", "BREW"];

/** The callers that an operation admits; `roles` has the lowest role that is one. */
type Who = "anyone" | "signed in" | "staff" | "admin";
const names: Record<AccountRole, Who> = { developer: "signed in", editor: "staff", admin: "admin" };
const roles: Partial<Record<Who, AccountRole>> = { staff: "editor", admin: "admin" };
const offers: Record<string, Record<string, Who>> = Object.fromEntries(
  routes
    .filter(({ isHidden, path }) => !isHidden && path !== "/cron")
    .map(({ path, operations }) => [
      path,
      Object.fromEntries(
        Object.entries(operations).map(([method, { access }]) => [
          method,
          access ? names[permissions[access]] : "anyone",
        ]),
      ),
    ]),
);

/** `/cron` is the operator's, with a secret of its own: see lib/http/service/operator.test.ts. */
const paths = routes.map(({ path }) => path).filter((path) => path !== "/cron");

/** The access that contract §2 to §7 and §19 require. */
function expectedOf(method: string, path: string): Who {
  const open = /^\/(accounts|account\/(link|passkey-options|password|reset|verify)|keys\/found|suggestions)$/;
  if (method === "POST" && open.test(path)) return "anyone";
  if (path === "/suggestions") return "staff";
  if (/^\/(accounts|account-keys|invitations|limit-requests)(\/|$)/.test(path)) return "admin";
  if (/^\/(account|keys|security-log)(\/|$)/.test(path)) return "signed in";
  return method === "GET" &&
    !/^\/(activity|coming|problems(\/counts)?|export\/\{resource\}|\w+\/\{id\}\/related)$/.test(path)
    ? "anyone"
    : "staff";
}

/** Ids of existing records, keyed by the first segment of their path. */
type Known = Record<string, string>;

/** Bodies that would change the existing records if they were accepted. */
const bodies: Record<string, Record<string, unknown>> = {
  ...Object.fromEntries(
    Object.entries(samples).flatMap(([path, sample]) => [
      [`/${path}`, sample(4)],
      [`/${path}/{id}`, sample(3)],
    ]),
  ),
  "/accounts/{id}": { role: "admin" },
  "/keys": { name: "A key" },
};

interface Caller {
  name: string;
  /** How the service classifies the caller. */
  is: "bad key" | "stranger" | "developer" | "editor" | "admin" | "foreign page";
  headers(service: TestService): Promise<Record<string, string>>;
  /** Others are refused at the same place as a caller without credentials, or with a bad key. */
  isOnlyInFull?: boolean;
}

const asSession = async (service: TestService, role: "developer" | "editor" | "admin") => ({
  cookie: await signedIn(service, role),
});

const callers: Caller[] = [
  { name: "no credentials", is: "stranger", headers: async () => ({}) },
  { name: "a key", isOnlyInFull: true, is: "stranger", headers: async (service) => bearer(await newKey(service)) },
  {
    name: "a revoked key",
    isOnlyInFull: true,
    is: "bad key",
    headers: async (service) => bearer(await newKey(service, "UPDATE api_keys SET revoked_at = now() WHERE id = $1")),
  },
  { name: "a developer", is: "developer", headers: (service) => asSession(service, "developer") },
  { name: "an editor", is: "editor", headers: (service) => asSession(service, "editor") },
  { name: "an administrator", is: "admin", headers: (service) => asSession(service, "admin") },
  {
    name: "a page of another origin in an administrator's browser",
    is: "foreign page",
    headers: async (service) => ({ ...(await asSession(service, "admin")), origin: "https://elsewhere.example" }),
  },
];

interface Asked {
  path: string;
  method: string;
  /** Whether the path has the id of an existing record. */
  isKnown: boolean;
}

/** The expected status and error of a refusal; null when the caller is admitted. */
function refusal({ path, method }: Asked, { is }: Caller): [status: number, error: string] | null {
  const isMetered = !path.startsWith("/health");
  if (is === "bad key" && isMetered) return [401, "Invalid API key"];
  if (!(path in offers)) return [404, "Not found"];
  if (method === "OPTIONS") return null;
  const who = offers[path]?.[method === "HEAD" ? "GET" : method];
  if (!who) return [405, "Method not allowed"];
  if (`${method} ${path}` === "POST /suggestions") return null;
  if (is === "foreign page") return method === "GET" || method === "HEAD" ? null : [403, "Forbidden"];
  if (who === "anyone") return null;
  if (is === "stranger") return [401, "Unauthorized"];
  const isEnough = who === "signed in" || is === "admin" || (who === "staff" && is === "editor");
  return isEnough ? null : [403, "Forbidden"];
}

/** Of those that take no body; without a factor there are no recovery codes. */
const answersWithoutBody: Record<string, number> = {
  "/account/passkey-options": 200,
  "/account/second-factors/passkeys/options": 200,
  "/account/second-factors/recovery-codes": 409,
  "/account/second-factors/totp": 201,
};

/** The expected status of an admitted write without a body and with a stale tag; null when neither decides. */
function answerOf({ path, method, isKnown }: Asked): number | null {
  if (method === "OPTIONS") return 204;
  const isRecord = path.includes("{");
  // For any other account, keys and an account's own data do not exist.
  const isOwn = /^\/(keys|account)\//.test(path);
  // The matrix knows no invitation, and no session of an account.
  const isPart = /^\/(invitations|account-keys|accounts\/\{id\}\/sessions)\/\{/.test(path);
  if (isRecord && (!isKnown || isOwn || isPart)) return 404;
  // It needs a prefix.
  if (path === "/account-keys" && method !== "OPTIONS") return 400;
  if (method === "GET" || method === "HEAD") return 200;
  if (method === "DELETE" && path === "/accounts/{id}/sessions") return 200;
  if (/^(PUT|DELETE)$/.test(method) && (path.split("/")[1] ?? "") in samples) return 412;
  // It takes no body, and the service of this test sends no email.
  if (path === "/account/verify/letter") return 409;
  const withoutBody = method === "POST" ? answersWithoutBody[path] : undefined;
  return withoutBody ?? (method === "POST" && !isRecord ? 415 : null);
}

test("administrators manage accounts, staff write and read the activity log, and every account manages its own data", () => {
  const places = Object.entries(offers).flatMap(([path, whos]) =>
    Object.entries(whos).map(([method, who]) => ({
      place: `${method} ${path}`,
      who,
      expected: expectedOf(method, path),
    })),
  );

  expect(places.length).toBeGreaterThan(50);
  expect(places.filter(({ who, expected }) => who !== expected)).toEqual([]);
});

test("every permission protects an operation, or more of one", () => {
  const named = routes.flatMap(({ operations }) => Object.values(operations).map(({ access }) => access));

  expect(Object.keys(permissions).filter((permission) => !named.some((access) => access === permission))).toEqual([
    // Without it `GET /security-log` shows the account's own events.
    "readSecurityLog",
  ]);
  expect(Object.keys(permissionTexts)).toEqual(Object.keys(permissions));
});

describe.each(databaseKinds)("the access of every operation (%s)", (databaseKind) => {
  let known: Known;
  const agent = new Agent({ keepAlive: true, maxSockets: 8 });

  const service = useService(databaseKind);
  beforeAll(async () => {
    known = await makeKnown(service);
  });
  afterAll(() => agent.destroy());

  for (const caller of callers)
    test(caller.name, { tags: caller.isOnlyInFull ? ["full"] : [] }, () => expectAccess(caller));

  async function expectAccess(caller: Caller): Promise<void> {
    const before = await contents(service);
    for (const path of [...paths, "", "/nothing", "/nothing/{id}"]) {
      const headers = await caller.headers(service);
      // What a path does not offer is the same for every caller.
      const asked = methods
        .filter((method) => caller === callers[0] || method in (offers[path] ?? {}))
        .flatMap((method) =>
          (path.includes("{") && method in (offers[path] ?? {}) ? [true, false] : [true]).map((isKnown) => ({
            path,
            method,
            isKnown,
          })),
        );
      const askAll = (all: Asked[]) =>
        Promise.all(all.map(async (one) => ({ one, ...(await ask(one, headers, caller)) })));
      // Deletions run last, because one of them ends the caller's own session.
      const isDeletion = ({ method }: Asked) => method === "DELETE";
      const answers = [
        ...(await askAll(asked.filter((one) => !isDeletion(one)))),
        ...(await askAll(asked.filter(isDeletion))),
      ];
      for (const { one, what, ...answer } of answers) {
        const refused = refusal(one, caller);
        expect(answer.status, what).toBeLessThan(500);
        if (refused) {
          const error = one.method === "HEAD" ? undefined : refused[1];
          expect([what, answer.status, answer.error]).toEqual([what, refused[0], error]);
          const role = roles[offers[one.path]?.[one.method] ?? "anyone"];
          if (error === "Forbidden" && caller.is !== "foreign page")
            expect([what, answer.message]).toEqual([what, `This requires the role ${role}. Ask an administrator.`]);
          expect([what, answer.cacheControl]).toEqual([what, "no-store"]);
        } else {
          expect([401, 403, 405], what).not.toContain(answer.status);
          expect([what, answer.status]).toEqual([what, answerOf(one) ?? answer.status]);
        }
        expect(answer.challenge, what).toBe(refused?.[1] === "Invalid API key" ? "Bearer" : "");
        if (answer.status === 405) expect(answer.allow, what).toMatch(/OPTIONS$/);
      }
    }
    expect(await contents(service)).toEqual(before);
  }

  /** A refused caller sends a body that would change something; an admitted one sends no body and a stale tag. */
  async function ask(one: Asked, headers: Record<string, string>, caller: Caller) {
    const { path, method, isKnown } = one;
    const [, resource = ""] = path.split("/");
    const isRefused = refusal(one, caller) !== null;
    // A creation that was overwritten since can't be undone.
    const name = resource === "activity" && !isRefused ? "overtaken" : resource;
    const id = isKnown ? (known[name] ?? "unknown") : "no-such-id";
    // A search for nothing is invalid.
    const query = path === "/search" ? "?q=anna" : "";
    const target = `/api${path.replace(/\{\w+\}/, id).replace(/\{\w+\}/, "no-such-id")}${query}`;
    const body = isRefused && /^(POST|PUT|PATCH)$/.test(method) ? bodies[path] : undefined;
    const more: Record<string, string> = isRefused
      ? { "content-type": "application/json" }
      : { "if-match": '"nothing"' };
    // Node's own client, because fetch refuses to send TRACE.
    const to = { host: "127.0.0.1", port: service.port, agent, method, path: target };
    const sent = request({ ...to, headers: { ...headers, ...more } });
    sent.end(body === undefined ? undefined : JSON.stringify(body));
    const [response] = (await once(sent, "response")) as [IncomingMessage];
    const received = await text(response);
    const { error, message } = (received.startsWith('{"error"') ? JSON.parse(received) : {}) as Record<string, unknown>;
    return {
      what: `${method} ${target}`,
      status: response.statusCode ?? 0,
      error,
      message,
      allow: response.headers.allow ?? "",
      challenge: response.headers["www-authenticate"] ?? "",
      cacheControl: response.headers["cache-control"] ?? "",
    };
  }
});

/** Creates one record of each resource that no other record refers to, so that only a refusal prevents its deletion. */
async function makeKnown(service: TestService): Promise<Known> {
  const staff = await staffClient(service);
  const known: Known = {};
  for (const [path, sample] of Object.entries(samples))
    known[path] = (await staff.send("POST", path, sample(1))).body.id;
  const created = await staff.activity(Object.keys(samples).length);
  const overtaken = created.find(({ resource }) => resource === "cast-members");
  await staff.send("PUT", `cast-members/${known["cast-members"]}`, { billing_order: 76 });
  const [undoable] = await staff.activity(1);
  const { database } = service.infrastructure;
  const bystander = await signedInAccount(service, "developer");
  // An account without keys, because an administrator may revoke those of any account.
  const managed = await signedInAccount(service, "developer");
  await database.query("UPDATE accounts SET name = 'a bystander' WHERE id IN ($1, $2)", [bystander.id, managed.id]);
  const order = { email: bystander.email, name: "a bystander's", dailyLimit: null, expiresAt: null };
  const key = await createKey(database.prisma, order);
  const said = { resource: "shows", record_id: "hamilton", note: "Wrong.", created_at: new Date() };
  const suggestion = await database.prisma.suggestion.create({ data: { id: "a-suggestion", ...said } });
  return {
    ...known,
    suggestions: suggestion.id,
    accounts: managed.id,
    keys: key.id,
    export: "shows",
    overtaken: overtaken?.id ?? expect.fail("It was not created."),
    activity: undoable?.id ?? expect.fail("It was not changed."),
  };
}

async function newKey({ infrastructure: { database } }: TestService, after?: string): Promise<string> {
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

/** Everything that a refused write could have changed: the data, the activity log and the bystanders' accounts. */
async function contents({ infrastructure: { database } }: TestService): Promise<unknown> {
  const tables = ["suggestions", "shows", "theatres", "people", "roles", "productions", "cast_members", "activity"];
  const own = "(SELECT account_id FROM api_keys WHERE name = 'a bystander''s')";
  const rows = [
    ...tables.map((table) => `${table} AS t`),
    "accounts AS t WHERE name = 'a bystander'",
    `api_keys AS t WHERE account_id = ${own}`,
  ];
  return Promise.all(
    rows.map((from) =>
      database.query(`SELECT count(*)::int, md5(string_agg(t::text, '|' ORDER BY t::text)) FROM ${from}`, []),
    ),
  );
}
