import { afterEach, describe, expect, inject, test, vi } from "vitest";
import { hashKey, generateKey } from "../keys/key.ts";
import { createKey, type KeyForEmail } from "../keys/queries.ts";
import { log } from "../core/log.ts";
import { startFaultProxy } from "../../test/fault-proxy.ts";
import { createTestDatabase, databaseKinds } from "../../test/databases.ts";
import { oneOfEach } from "../../test/one-of-each.ts";
import { serveFrom, useService } from "../../test/service.ts";
import { signedIn } from "../../test/signed-in.ts";
import { behindProxy, burst, freshAddress, fromAddress, quotaOf } from "../../test/quota-helpers.ts";

const order: KeyForEmail = { email: "ada@example.com", name: "A key", expiresAt: null, dailyLimit: null };

afterEach(() => {
  vi.restoreAllMocks();
});

describe.each(databaseKinds)("identifying the caller (%s)", (databaseKind) => {
  const start = Date.parse("2031-05-05T12:00:00Z");
  let time = start;

  const settings = { ...behindProxy, PUBLIC_DAILY_LIMIT: "5" };
  const service = useService(databaseKind, { settings, now: () => time });

  const key = async (changes: Partial<KeyForEmail> = {}) =>
    (await createKey(service.infrastructure.database.prisma, { ...order, ...changes })).secret;
  const ask = (authorization: string, address = freshAddress(), init: RequestInit & { path?: string } = {}) =>
    service.get(init.path ?? "/api/shows", {
      ...init,
      ...fromAddress(address, {
        Authorization: authorization,
        ...(init.headers as Record<string, string> | undefined),
      }),
    });

  test("a cached key works until the moment it expires", async () => {
    const secret = await key({ expiresAt: new Date(start + 60_000) });

    expect((await ask(`Bearer ${secret}`)).status).toBe(200);
    time = start + 59_999;
    expect((await ask(`Bearer ${secret}`)).status).toBe(200);
    time = start + 60_000;
    expect((await ask(`Bearer ${secret}`)).status).toBe(401);
    time = start;
  });

  test("a request with an invalid key is counted even where requests are free: the quota, a 304 and unknown paths", async () => {
    const etag = (await ask(`Bearer ${await key()}`)).headers.get("etag") ?? "";
    const address = freshAddress();
    const asked = [
      { path: "/api/quota" },
      { headers: { "If-None-Match": etag } },
      { path: "/api/nowhere" },
      { method: "DELETE" },
      { method: "HEAD" },
      { method: "OPTIONS" },
    ];

    for (const [index, init] of asked.entries()) {
      const response = await ask("Basic dTpw", address, init);
      expect([init, response.status, quotaOf(response).remaining]).toEqual([init, 401, Math.max(0, 4 - index)]);
    }
  });

  test("a revoked key is refused also by an instance whose clock is behind", async () => {
    const secret = await key();
    time = Date.parse("2020-05-05T12:00:00Z");
    expect((await ask(`Bearer ${secret}`)).status).toBe(200);

    const { database } = service.infrastructure;
    await database.query("UPDATE api_keys SET revoked_at = now() WHERE hash = $1", [hashKey(secret)]);

    expect((await ask(`Bearer ${secret}`)).status).toBe(401);
    time = start;
  });

  test("a key revoked since the last request is counted even where requests are free", async () => {
    // The key's limit equals that of the address on purpose: the buckets still differ.
    const [secret, address] = [await key({ dailyLimit: 5 }), freshAddress()];
    const quota = () => ask(`Bearer ${secret}`, address, { path: "/api/quota" });
    expect((await quota()).status).toBe(200);

    const { database } = service.infrastructure;
    await database.query("UPDATE api_keys SET revoked_at = now() WHERE hash = $1", [hashKey(secret)]);

    const refused = await quota();
    expect([refused.status, quotaOf(refused)]).toMatchObject([401, { limit: 5, remaining: 4 }]);
  });

  test("a limit changed since the last request applies to the next one, which is counted once", async () => {
    const secret = await key({ dailyLimit: 5 });
    const { database } = service.infrastructure;
    const change = (limit: number) =>
      database.query("UPDATE api_keys SET daily_limit = $2 WHERE hash = $1", [hashKey(secret), limit]);
    const asked = async () => {
      const response = await ask(`Bearer ${secret}`);
      const { limit, remaining } = quotaOf(response);
      return [response.status, limit, remaining];
    };

    expect([await asked(), await asked()]).toEqual([
      [200, 5, 4],
      [200, 5, 3],
    ]);
    await change(10);
    expect([await asked(), await asked()]).toEqual([
      [200, 10, 7],
      [200, 10, 6],
    ]);
    await change(3);
    expect([await asked(), await asked()]).toEqual([
      [429, 3, 0],
      [429, 3, 0],
    ]);
    await change(100);
    expect(await asked()).toEqual([200, 100, 94]);
  });

  test("with a key and a session, reads are counted on the key and writes on the account", async () => {
    const secret = await key({ dailyLimit: 7 });
    const cookie = await signedIn(service, "editor");
    const headers = { cookie, "content-type": "application/json" };
    const show = JSON.stringify({ name: "A Night", type: "play" });
    const counted = async (method: string, authorization: string, body?: string) => {
      const response = await ask(authorization, freshAddress(), { method, headers, body: body ?? null });
      return [method, response.status, quotaOf(response).limit];
    };

    for (const [method, status] of Object.entries({ GET: 200, HEAD: 200, OPTIONS: 204 }))
      expect(await counted(method, `Bearer ${secret}`)).toEqual([method, status, 7]);
    expect(await counted("POST", `Bearer ${secret}`, show)).toEqual(["POST", 201, 10_000]);
    for (const method of ["PUT", "DELETE"])
      expect(await counted(method, `Bearer ${secret}`)).toEqual([method, 405, 10_000]);
    for (const method of ["GET", "HEAD", "OPTIONS", "POST", "DELETE"])
      for (const wrong of [`${secret}x`, generateKey().secret])
        expect(await counted(method, `Bearer ${wrong}`)).toEqual([method, 401, 5]);
  });

  test("a key works from an address without quota, and a key without quota does not use that of the address", async () => {
    const address = freshAddress();
    const secret = await key({ dailyLimit: 2 });
    await burst(5, () => service.get("/api/shows", fromAddress(address)));

    expect((await service.get("/api/shows", fromAddress(address))).status).toBe(429);
    const { statuses } = await burst(3, () => ask(`Bearer ${secret}`, address));
    expect(statuses).toEqual({ 200: 2, 429: 1 });
    const elsewhere = freshAddress();
    expect((await ask(`Bearer ${secret}`, elsewhere)).status).toBe(429);
    expect(quotaOf(await service.get("/api/shows", fromAddress(elsewhere))).remaining).toBe(4);
  });

  test("a preflight needs no key", async () => {
    const headers = { Origin: "https://a.example", "Access-Control-Request-Method": "GET" };
    const response = await service.get("/api/shows", { method: "OPTIONS", ...fromAddress(freshAddress(), headers) });
    expect([response.status, quotaOf(response).remaining]).toEqual([204, 5]);
  });
});

describe.skipIf(inject("postgresUrl") === null)("identifying the caller while the database is unavailable", () => {
  oneOfEach(["refuse", "hang"] as const)(
    "(%s) a cached key still works; any other key gets a 503 with Retry-After within three seconds, counted on the address",
    async (fault) => {
      vi.spyOn(log, "error").mockImplementation(() => undefined);
      const testDatabase = await createTestDatabase("server");
      const url = new URL(testDatabase.settings["DATABASE_URL"] ?? "");
      const proxy = await startFaultProxy(Number(url.port));
      url.port = String(proxy.port);
      let time = Date.now();
      const service = await serveFrom({ ...behindProxy, DATABASE_URL: url.href }, { now: () => time });
      const create = async (changes: Partial<KeyForEmail>) =>
        (await createKey(service.infrastructure.database.prisma, { ...order, ...changes })).secret;
      const [known, brief, unknown] = [
        await create({}),
        await create({ expiresAt: new Date(time + 60_000) }),
        await create({}),
      ];
      const ask = (secret: string) =>
        service.get("/api/shows", fromAddress("10.1.2.3", { Authorization: `Bearer ${secret}` }));
      for (const secret of [known, brief]) expect((await ask(secret)).status).toBe(200);

      await proxy.set(fault);
      const served = await ask(known);
      expect([served.status, quotaOf(served)]).toMatchObject([200, { limit: 10_000, remaining: 9998 }]);
      for (const [index, secret] of [unknown, generateKey().secret].entries()) {
        const response = await ask(secret);
        expect([response.status, quotaOf(response)]).toMatchObject([503, { limit: 100, remaining: 99 - index }]);
        expect(response.headers.get("retry-after")).toMatch(/^[1-9]\d*$/);
        expect(await response.json()).toEqual({ error: "Service unavailable", message: expect.any(String) });
      }
      time += 60_000;
      expect((await ask(brief)).status).toBe(401);
      expect((await ask("malformed")).status).toBe(401);

      await proxy.set("none");
      await vi.waitFor(async () => expect((await ask(unknown)).status).toBe(200), { timeout: 20_000, interval: 100 });
      await service.close();
      await proxy.close();
      await testDatabase.remove();
    },
  );

  oneOfEach(["refuse", "hang"] as const)(
    "(%s) with a session cookie, public reads work, operations that need a session get a 503, and neither is counted",
    async (fault) => {
      vi.spyOn(log, "error").mockImplementation(() => undefined);
      const testDatabase = await createTestDatabase("server");
      const url = new URL(testDatabase.settings["DATABASE_URL"] ?? "");
      const proxy = await startFaultProxy(Number(url.port));
      url.port = String(proxy.port);
      const service = await serveFrom({ ...behindProxy, PUBLIC_DAILY_LIMIT: "3", DATABASE_URL: url.href });
      const cookie = await signedIn(service, "editor");
      const ask = (path: string, init: RequestInit = {}, headers: Record<string, string> = { cookie }) =>
        service.get(path, { ...init, ...fromAddress("10.1.2.4", headers) });
      const first = await ask("/api/shows");
      expect(quotaOf(first).limit).toBe(10_000);
      const etag = first.headers.get("etag") ?? "";

      await proxy.set(fault);
      const write = () => ask("/api/shows/hamilton", { method: "DELETE" });
      const reads = [...Array<string>(4).fill("/api/shows"), "/api/shows/hamilton"];
      const served = await Promise.all(reads.map((path) => ask(path)));
      const conditional = [
        await ask("/api/shows", {}, { cookie, "if-none-match": etag }),
        await ask("/api/shows", {}, { cookie, "if-none-match": '"another"' }),
      ];
      const refused = await Promise.all([ask("/api/keys"), write(), write(), write(), write()]);

      const limits = { limit: 3, remaining: 3 };
      for (const response of served) expect([response.status, quotaOf(response)]).toMatchObject([200, limits]);
      expect(conditional.map((response) => [response.status, quotaOf(response).remaining])).toEqual([
        [304, 3],
        [200, 3],
      ]);
      for (const response of refused) {
        expect([response.status, response.headers.get("retry-after")]).toEqual([503, expect.stringMatching(/^[1-9]/)]);
        expect(await response.json()).toEqual({ error: "Service unavailable", message: expect.any(String) });
        expect(quotaOf(response)).toMatchObject(limits);
      }
      // A forged cookie is not a session: the request counts on the address and is refused once its quota is used up.
      const forged = { cookie: `${cookie.slice(0, -4)}AAAA` };
      const statuses = [];
      for (let count = 0; count < 4; count += 1) statuses.push((await ask("/api/shows", {}, forged)).status);
      expect(statuses).toEqual([200, 200, 200, 429]);
      expect((await ask("/api/shows")).status).toBe(200);
      expect((await write()).status).toBe(503);

      await proxy.set("none");
      await vi.waitFor(async () => expect(quotaOf(await ask("/api/shows")).limit).toBe(10_000), { timeout: 20_000 });
      const paid = async () => {
        const [row] = await service.infrastructure.database.query<{ sum: number }>(
          "SELECT COALESCE(sum(allowed + refused), 0)::int AS sum FROM daily_usage WHERE subject = 'ip:10.1.2.4'",
          [],
        );
        return row?.sum;
      };
      // Only the requests with the forged cookie were counted.
      await vi.waitFor(async () => expect(await paid()).toBe(4), { timeout: 20_000 });
      await service.close();
      await proxy.close();
      await testDatabase.remove();
    },
  );
});
