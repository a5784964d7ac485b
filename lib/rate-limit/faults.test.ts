import { monitorEventLoopDelay } from "node:perf_hooks";
import { afterEach, describe, expect, inject, test, vi } from "vitest";
import { createKey } from "../keys/queries.ts";
import { startFaultProxy, type Fault, type FaultProxy } from "../testing/fault-proxy.ts";
import { hearLimits, outage } from "../testing/heard.ts";
import { freshHome, type Home } from "../testing/homes.ts";
import { serveFrom, type Service } from "../testing/service.ts";
import { behindProxy, burst, downFrom, freshAddress, from, quotaOf } from "../testing/standing.ts";
import { startUpstash, stores } from "../testing/stores.ts";
import { until } from "../testing/until.ts";
import { witness, type Witness } from "../testing/witness.ts";

const networkFaults: Record<string, Fault> = {
  "refuses connections": "refuse",
  "resets connections": "reset",
  hangs: "hang",
  "loses its connections for good": "lose",
  "answers five seconds late": "late",
};
const answer = (status: string, type: string, body: string, length = body.length) => ({
  answer: `HTTP/1.1 ${status}\r\nContent-Type: ${type}\r\nContent-Length: ${length}\r\nConnection: close\r\n\r\n${body}`,
});
const httpFaults: Record<string, Fault> = {
  "answers 500": answer("500 Internal Server Error", "application/json", '{"error":"oops"}'),
  "answers 401": answer("401 Unauthorized", "application/json", '{"error":"Unauthorized"}'),
  "answers with a page": answer("200 OK", "text/html", "<!doctype html><title>Hello</title>"),
  "answers with an error page": answer("502 Bad Gateway", "text/html", "<!doctype html><title>Bad gateway</title>"),
  "cuts its JSON short": answer("200 OK", "application/json", '[{"result":[1,'),
  "cuts its answer short": answer("200 OK", "application/json", '[{"result":[1,', 100),
  "answers with nothing": answer("200 OK", "application/json", "[]"),
  "answers with nulls": answer("200 OK", "application/json", '[{"result":[null,null]}]'),
  "speaks no HTTP": { answer: "ERROR\r\n" },
};

const keyOrder = { email: "ada@example.com", name: "A key", expiresAt: null, dailyLimit: null };

interface Subject {
  name: string;
  proxy: FaultProxy;
  /** The service whose store is behind the proxy. */
  service: Service;
  /** Another instance, which reaches the store without it. */
  other: Service;
}

const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
  vi.restoreAllMocks();
});

async function start(store: "server" | "upstash"): Promise<Subject> {
  const home: Home = await freshHome(store === "server" ? "server" : inject("postgresUrl") ? "server" : "embedded");
  ends.push(() => home.remove());
  const upstash = store === "upstash" ? await startUpstash() : null;
  if (upstash) ends.push(upstash.close);
  const direct: Record<string, string> = { ...behindProxy, ...home.settings, ...upstash?.settings };
  const variable = upstash ? "UPSTASH_REDIS_REST_URL" : "DATABASE_URL";
  const url = new URL(direct[variable] ?? "");
  const proxy = await startFaultProxy(Number(url.port));
  ends.push(proxy.close);
  url.port = String(proxy.port);

  const service = await serveFrom({ ...direct, [variable]: url.href });
  ends.push(() => service.close());
  const other = await serveFrom(direct);
  ends.push(() => other.close());
  return { name: upstash ? "Upstash Redis" : "the database", proxy, service, other };
}

/** An answer, and how long it took, but for what this busy process itself took. */
async function timed(ask: () => Promise<Response>): Promise<{ response: Response; milliseconds: number }> {
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  const begun = performance.now();
  const response = await ask();
  const milliseconds = performance.now() - begun;
  delay.disable();
  return { response, milliseconds: milliseconds - delay.max / 1e6 };
}

async function readiness(service: Service): Promise<[number, string]> {
  const response = await service.get("/api/health/ready");
  return [response.status, ((await response.json()) as { limits: string }).limits];
}

async function survives(subject: Subject, fault: Fault, seen: Witness): Promise<void> {
  const { name, proxy, service, other } = subject;
  const said = hearLimits();
  const address = freshAddress();
  const ask = () => seen.see(() => service.get("/api/shows", from(address)));
  const etag = (await service.get("/api/shows", from(address))).headers.get("etag") ?? "";
  await burst(39, () => service.get("/api/shows", from(address)));

  await proxy.set(fault);
  const first = await timed(ask);
  const second = await timed(ask);
  const free = await service.get("/api/shows", from(address, { "If-None-Match": etag }));
  const local = await burst(100, ask);

  for (const [index, { response, milliseconds }] of [first, second].entries()) {
    expect([response.status, quotaOf(response)]).toMatchObject([200, { limit: 100, remaining: 59 - index }]);
    expect(milliseconds).toBeLessThan(400);
  }
  expect([free.status, quotaOf(free).remaining]).toEqual([304, 58]);
  expect(local).toEqual({ statuses: { 200: 58, 429: 42 }, remaining: downFrom(57, 58) });
  expect(await readiness(service)).toEqual([503, "unreachable"]);
  const newcomer = await service.get("/api/shows", from(freshAddress()));
  expect(quotaOf(newcomer)).toMatchObject({ limit: 100, remaining: 99 });
  expect(said).toEqual(outage(name).slice(0, 1));

  await proxy.set("none");
  seen.over();
  await until(
    "the store is counted in again",
    () => readiness(service),
    ([status]) => status === 200,
    10,
  );
  seen.back();
  const left = async () => quotaOf(await other.get("/api/quota", from(address))).remaining;
  seen.kept(
    "counts",
    100,
    await until("what was counted meanwhile is in the store", left, (remaining) => remaining === 0),
  );
  expect((await other.get("/api/shows", from(address))).status).toBe(429);
  expect(said).toEqual(outage(name));
}

describe.skipIf(!stores.includes("upstash"))("while Upstash", () => {
  test.each(Object.entries({ ...networkFaults, ...httpFaults }))(
    "%s, the service goes on and recovers",
    async (name, fault) => {
      await survives(await start("upstash"), fault, witness(`Redis (Upstash) ${name}`));
    },
  );
});

describe.skipIf(!stores.includes("upstash"))("while Upstash can't be reached and the database can", () => {
  test("a change of the data and a key that is revoked are seen at once", async () => {
    const { proxy, service, other } = await start("upstash");
    hearLimits();
    const { database } = other.infrastructure;
    const { id, secret } = await createKey(database.prisma, keyOrder);
    const withKey = () => service.get("/api/shows", from(freshAddress(), { Authorization: `Bearer ${secret}` }));
    await proxy.set("refuse");
    expect((await withKey()).status).toBe(200);

    await database.query("UPDATE shows SET name = 'A name of today' WHERE id = (SELECT min(id) FROM shows)", []);
    expect(await (await withKey()).text()).toContain("A name of today");
    await database.query("UPDATE api_keys SET revoked_at = now() WHERE id = $1", [id]);
    expect((await withKey()).status).toBe(401);
  });
});

describe.skipIf(!stores.includes("server"))("while PostgreSQL", () => {
  test.each(Object.entries(networkFaults))("%s, the service goes on and recovers", async (name, fault) => {
    await survives(await start("server"), fault, witness(`PostgreSQL ${name}`));
  });
});
