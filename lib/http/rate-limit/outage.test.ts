import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { log } from "../../core/log.ts";
import { generateKey } from "../access/key.ts";
import { createKey, type KeyForEmail } from "../../accounts/keys/key-queries.ts";
import { servedRoutes } from "../../routes.ts";
import { captureLimitLogs, outageLines } from "../../../test/fault-recorder.ts";
import { createTestDatabase } from "../../../test/databases.ts";
import { startFaultProxy, type FaultProxy } from "../../../test/fault-proxy.ts";
import { delegate, useFixture, oneOfEach } from "../../../test/fixture.ts";
import { behindProxy, burst, countdown, freshAddress, fromAddress, quotaOf } from "../../../test/quota-helpers.ts";
import { serveFrom, type TestService } from "../../../test/service.ts";
import { signedIn } from "../../../test/signed-in.ts";
import { startUpstash, stores } from "../../../test/stores.ts";
import { until } from "../../../test/until.ts";

const limits = { PUBLIC_DAILY_LIMIT: "10", KEY_DAILY_LIMIT: "30" };
const noon = Date.parse("2031-03-01T12:00:00Z");
let time = noon;

/** An instance that reaches its stores through proxies, and another one that reaches them directly. */
interface Proxied {
  database: FaultProxy;
  upstash: FaultProxy;
  service: TestService;
  other: TestService;
}

async function start(isCountedInRedis: boolean) {
  const testDatabase = await createTestDatabase("server");
  const upstash = isCountedInRedis ? await startUpstash() : null;
  const direct: Record<string, string> = { ...behindProxy, ...limits, ...testDatabase.settings, ...upstash?.settings };
  const proxies: FaultProxy[] = [];
  const proxied = { ...direct };
  for (const name of ["DATABASE_URL", ...(upstash ? ["UPSTASH_REDIS_REST_URL"] : [])]) {
    const proxy = await startFaultProxy(direct[name] ?? expect.fail());
    proxies.push(proxy);
    proxied[name] = proxy.url;
  }
  const [service, other] = [
    await serveFrom(proxied, { now: () => time }),
    await serveFrom(direct, { now: () => time }),
  ];
  return {
    ...{ service, other, database: proxies[0] ?? expect.fail(), upstash: proxies[1] },
    close: async () => {
      for (const each of [service, other, ...proxies, ...(upstash ? [upstash] : [])]) await each.close();
      await testDatabase.remove();
    },
  };
}

async function readiness({
  service,
}: Pick<Proxied, "service">): Promise<{ status: string; database: string; limits: string }> {
  return (await (await service.get("/api/health/ready")).json()) as never;
}

/** Each test begins and ends with stores that answer. */
function useProxied(isCountedInRedis: boolean): Proxied {
  const proxied = useFixture(
    () => start(isCountedInRedis),
    (started) => started.close(),
  );
  beforeEach(async () => {
    time = noon;
    // Redis's package knows no other clock.
    if (isCountedInRedis) vi.spyOn(Date, "now").mockImplementation(() => time);
    await until(
      "it is ready",
      () => readiness(proxied),
      ({ status }) => status === "ready",
    );
    vi.spyOn(log, "error").mockReturnValue();
  });
  afterEach(async () => {
    for (const proxy of [proxied.database, proxied.upstash]) await proxy?.set("none");
    vi.restoreAllMocks();
  });
  return {
    service: delegate(() => proxied.service),
    other: delegate(() => proxied.other),
    database: delegate(() => proxied.database),
    upstash: delegate(() => proxied.upstash ?? expect.fail()),
  };
}

const order: KeyForEmail = { email: "ada@example.com", name: "A key", expiresAt: null, dailyLimit: null };
const newKey = ({ infrastructure }: TestService, changes: Partial<KeyForEmail> = {}) =>
  createKey(infrastructure.database.prisma, { ...order, ...changes });
async function rename({ infrastructure: { database } }: TestService): Promise<string> {
  const name = `A name of today ${randomUUID()}`;
  await database.query("UPDATE shows SET name = $1 WHERE id = (SELECT min(id) FROM shows)", [name]);
  return name;
}

/** The bodies of the OpenAPI document's examples. */
const content = z.record(z.string(), z.object({ example: z.unknown() })).default({});
const described = z.object({ requestBody: z.object({ content }).default({ content: {} }) });
const examples = z.object({ paths: z.record(z.string(), z.record(z.string(), described)) });

const ofKey = (secret: string, address = freshAddress()) => fromAddress(address, { Authorization: `Bearer ${secret}` });

describe.skipIf(!stores.includes("server"))("while the database, which counts, can't be reached", () => {
  const { service, other, database } = useProxied(false);

  test("an instance counts by itself, says so, and each request is in the store afterwards", async () => {
    const said = captureLimitLogs();
    const address = freshAddress();
    const ask = (headers = {}) => service.get("/api/shows", fromAddress(address, headers));
    const etag = (await ask()).headers.get("etag") ?? expect.fail();
    await burst(3, () => ask());

    await database.set("refuse");
    const first = await ask();
    const free = await ask({ "If-None-Match": etag });
    const local = await burst(20, () => ask());

    expect([first.status, quotaOf(first)]).toMatchObject([200, { limit: 10, remaining: 5 }]);
    expect([free.status, quotaOf(free).remaining]).toEqual([304, 5]);
    expect(local).toEqual({ statuses: { 200: 5, 429: 15 }, remaining: countdown(4, 5) });
    expect((await service.get("/api/health/ready")).status).toBe(503);
    expect(await readiness({ service })).toMatchObject({ limits: "unreachable" });
    expect(said[0]).toBe(outageLines("the database")[0]);

    await database.set("none");
    const left = async () => quotaOf(await other.get("/api/quota", fromAddress(address))).remaining;
    await until("the requests counted meanwhile are in the store", left, (remaining) => remaining === 0);
    expect((await other.get("/api/shows", fromAddress(address))).status).toBe(429);
  });

  test("no operation is a 500: what is not in memory is 503 with Retry-After", async () => {
    const document = examples.parse(await (await service.get("/api/openapi.json")).json());
    const administrator = await signedIn(service, "admin");
    expect((await service.get("/api/accounts", { headers: { cookie: administrator } })).status).toBe(200);
    await database.set("refuse");

    const statuses: Record<string, number[]> = {};
    for (const { root = "api", path, operations } of servedRoutes)
      for (const method of Object.keys(operations)) {
        const what = `${method} /${root}${path}`;
        const content = document.paths[path]?.[method.toLowerCase()]?.requestBody.content ?? {};
        const [[type, example] = ["application/json", {}]] = Object.entries(content);
        const body = /^(GET|DELETE)$/.test(method) ? undefined : JSON.stringify(example.example ?? {});
        for (const cookie of ["", administrator]) {
          const headers = { cookie, "content-type": type, ...fromAddress(freshAddress()).headers };
          const target = `/${root}${path}`.replace(/\{\w+\}/g, "hamilton");
          const answer = await service.get(target, { method, headers, body });
          await answer.arrayBuffer();
          // It says what can't be reached.
          if (path === "/health/ready") continue;
          expect(answer.status === 503 ? answer.headers.has("retry-after") : answer.status < 500, what).toBe(true);
          (statuses[what] ??= []).push(answer.status);
        }
      }
    expect(statuses).toMatchObject({
      "GET /api/shows": [200, 200],
      "POST /api/shows": [401, 503],
      "GET /api/accounts": [401, 503],
      "GET /api/suggestions/{id}": [503, 503],
      "POST /api/suggestions": [503, 503],
    });
    const body = new URLSearchParams({ resource: "shows", id: "hamilton", note: "It moved." });
    const headers = { Referer: "http://localhost/suggest?resource=shows&id=hamilton" };
    const sent = await service.get("/api/suggestions", { method: "POST", headers, body, redirect: "manual" });
    expect([sent.status, sent.headers.get("location")]).toEqual([
      303,
      "/suggest?refused=later&resource=shows&id=hamilton&field=",
    ]);
  });

  oneOfEach(["refuse", "hang"] as const)(
    "(%s) a cached key still works; any other key gets a 503 with Retry-After, counted on the address",
    async (fault) => {
      const { secret: known } = await newKey(service);
      const { secret: brief } = await newKey(service, { expiresAt: new Date(noon + 60_000) });
      const { secret: unknown } = await newKey(service);
      const address = freshAddress();
      const ask = (secret: string) => service.get("/api/shows", ofKey(secret, address));
      for (const secret of [known, brief]) expect((await ask(secret)).status).toBe(200);

      await database.set(fault);
      const served = await ask(known);
      expect([served.status, quotaOf(served)]).toMatchObject([200, { limit: 30, remaining: 28 }]);
      for (const [index, secret] of [unknown, generateKey().secret].entries()) {
        const response = await ask(secret);
        expect([response.status, quotaOf(response)]).toMatchObject([503, { limit: 10, remaining: 9 - index }]);
        expect(response.headers.get("retry-after")).toMatch(/^[1-9]\d*$/);
        expect(await response.json()).toEqual({ error: "Service unavailable", message: expect.any(String) });
      }
      time += 60_000;
      for (const secret of [brief, "malformed"]) expect((await ask(secret)).status).toBe(401);

      await database.set("none");
      await until("the other key works", async () => (await ask(unknown)).status === 200);
    },
  );

  oneOfEach(["refuse", "hang"] as const)(
    "(%s) with a session cookie, public reads work, operations that need a session get a 503, and neither is counted",
    async (fault) => {
      const cookie = await signedIn(service, "editor");
      const address = freshAddress();
      const ask = (path: string, headers: Record<string, string> = {}, method = "GET") =>
        service.get(path, { method, ...fromAddress(address, { cookie, ...headers }) });
      const first = await ask("/api/shows");
      expect(quotaOf(first).limit).toBe(10_000);
      const etag = first.headers.get("etag") ?? expect.fail();

      await database.set(fault);
      const write = () => ask("/api/shows/hamilton", {}, "DELETE");
      const reads = [...Array<string>(4).fill("/api/shows"), "/api/shows/hamilton"];
      const served = await Promise.all(reads.map((path) => ask(path)));
      served.push(await ask("/api/shows", { "if-none-match": '"another"' }));
      const unchanged = await ask("/api/shows", { "if-none-match": etag });
      const refused = await Promise.all([ask("/api/keys"), write(), write()]);

      const untouched = { limit: 10, remaining: 10 };
      for (const response of served) expect([response.status, quotaOf(response)]).toMatchObject([200, untouched]);
      expect([unchanged.status, quotaOf(unchanged)]).toMatchObject([304, untouched]);
      for (const response of refused) {
        expect([response.status, response.headers.get("retry-after")]).toEqual([503, expect.stringMatching(/^[1-9]/)]);
        expect(await response.json()).toEqual({ error: "Service unavailable", message: expect.any(String) });
        expect(quotaOf(response)).toMatchObject(untouched);
      }
      // A forged cookie is not a session: the request counts on the address and is refused once its quota is used up.
      const forged = { cookie: `${cookie.slice(0, -4)}AAAA` };
      expect((await burst(11, () => ask("/api/shows", forged))).statuses).toEqual({ 200: 10, 429: 1 });
      expect([(await ask("/api/shows")).status, (await write()).status]).toEqual([200, 503]);

      await database.set("none");
      await until("the session is known", async () => quotaOf(await ask("/api/shows")).limit === 10_000);
      const paid = () =>
        other.infrastructure.database.query<{ sum: number }>(
          "SELECT COALESCE(sum(allowed + refused), 0)::int AS sum FROM daily_usage WHERE subject = $1",
          [`ip:${address}`],
        );
      await until("only those with the forged cookie were counted", paid, ([row]) => row?.sum === 11);
    },
  );
});

describe.skipIf(!stores.includes("upstash") || !stores.includes("server"))("counting in Redis,", () => {
  const { service, other, database, upstash } = useProxied(true);

  test("while Redis can't be reached, a change of the data and a revoked key are seen at once", async () => {
    const { id, secret } = await newKey(other);
    const ask = () => service.get("/api/shows", ofKey(secret));
    await upstash.set("refuse");
    expect((await ask()).status).toBe(200);

    const name = await rename(other);
    expect(await (await ask()).text()).toContain(name);
    await other.infrastructure.database.query("UPDATE api_keys SET revoked_at = now() WHERE id = $1", [id]);
    expect((await ask()).status).toBe(401);
  });

  oneOfEach(["refuse", "hang", "lose"] as const)(
    "while the database can't be reached (%s), the cached data is served and counted, and a change is seen once it is back",
    async (fault) => {
      const said: string[] = [];
      for (const level of ["info", "warn"] as const)
        vi.spyOn(log, level).mockImplementation((...words: unknown[]) => void said.push(String(words.at(-1))));
      const { id, secret } = await newKey(other, { dailyLimit: 10_000 });
      const ask = () => service.get("/api/shows", ofKey(secret));
      const held = await (await ask()).text();

      await database.set(fault);
      for (const remaining of [9998, 9997, 9996]) {
        const response = await ask();
        expect([response.status, quotaOf(response)]).toMatchObject([200, { limit: 10_000, remaining }]);
        expect(await response.text()).toBe(held);
      }
      expect(await readiness({ service })).toMatchObject({ database: "unreachable", limits: "ok" });
      const name = await rename(other);

      await database.set("none");
      await until("it is ready again", async () => (await readiness({ service })).status === "ready");
      await until("the change is seen", async () => (await (await ask()).text()).includes(name));
      const history = () =>
        other.infrastructure.database.query<{ allowed: number }>("SELECT allowed FROM daily_usage WHERE subject = $1", [
          `key:${id}`,
        ]);
      await until("the use is written", history, ([row]) => row !== undefined && row.allowed > 4);
      expect(said.filter((line) => line.startsWith("The usage of keys")).length).toBeLessThanOrEqual(2);
    },
  );

  test("while the database can't be reached and the clock jumps back a day, a change is seen as soon as it is back", async () => {
    const shows = async () => (await service.get("/api/shows", fromAddress(freshAddress()))).text();
    await shows();
    await database.set("refuse");
    await shows();

    time -= 86_400_000;
    const name = await rename(other);
    await database.set("none");

    await until("the change is seen", async () => (await shows()).includes(name));
  });
});
