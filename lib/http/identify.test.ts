import { beforeEach, describe, expect, test } from "vitest";
import { hashKey, generateKey } from "./access/key.ts";
import { createKey, type KeyForEmail } from "../accounts/keys/key-queries.ts";
import { recordQueries } from "../../test/fault-recorder.ts";
import { databaseKinds } from "../../test/databases.ts";
import { useService } from "../../test/service.ts";
import { signedIn } from "../../test/signed-in.ts";
import { behindProxy, burst, countdown, freshAddress, fromAddress, quotaOf } from "../../test/quota-helpers.ts";

const order: KeyForEmail = { email: "Ada@example.com", name: "A key", expiresAt: null, dailyLimit: null };

describe.each(databaseKinds)("identifying the caller (%s)", (databaseKind) => {
  const start = Date.parse("2031-05-05T12:00:00Z");
  let time = start;
  beforeEach(() => {
    time = start;
  });

  const settings = { ...behindProxy, PUBLIC_DAILY_LIMIT: "5" };
  const service = useService(databaseKind, { settings, now: () => time });

  const create = (changes: Partial<KeyForEmail> = {}) =>
    createKey(service.infrastructure.database.prisma, { ...order, ...changes });
  const key = async (changes: Partial<KeyForEmail> = {}) => (await create(changes)).secret;
  const run = (sql: string, parameters: unknown[]) => service.infrastructure.database.query(sql, parameters);
  const revoke = (secret: string) => run("UPDATE api_keys SET revoked_at = now() WHERE hash = $1", [hashKey(secret)]);
  const ask = (authorization: string, address = freshAddress(), init: RequestInit & { path?: string } = {}) =>
    service.get(init.path ?? "/api/shows", {
      ...init,
      ...fromAddress(address, {
        Authorization: authorization,
        ...(init.headers as Record<string, string> | undefined),
      }),
    });

  test("a key has its own bucket, from any address, also one without quota, with a limit that 429 names; without quota it does not use that of the address", async () => {
    const [secret, empty, elsewhere] = [await key({ dailyLimit: 3 }), freshAddress(), freshAddress()];
    await burst(5, () => service.get("/api/shows", fromAddress(empty)));
    expect((await service.get("/api/shows", fromAddress(empty))).status).toBe(429);

    const asked = await burst(5, (index) => ask(`Bearer ${secret}`, index === 4 ? freshAddress() : empty));
    const refused = await ask(`Bearer ${secret}`, elsewhere);

    expect(asked).toEqual({ statuses: { 200: 3, 429: 2 }, remaining: countdown(2, 3) });
    const message = "The limit of 3 requests per day of this API key was exceeded.";
    expect([refused.status, await refused.json()]).toMatchObject([429, { message, limit: 3 }]);
    expect(quotaOf(await service.get("/api/shows", fromAddress(elsewhere))).remaining).toBe(4);
  });

  test.each(["Bearer", "bearer", "BEARER", "Bearer  "])("the scheme is accepted in any case (%s)", async (scheme) => {
    const response = await ask(`${scheme} ${await key()}`, freshAddress(), { path: "/api/quota" });
    expect(await response.json()).toMatchObject({ tier: "key", limit: 10_000 });
  });

  test("every invalid key gets the same answer, and counts on the address", async () => {
    const [revoked, expired] = [await key(), await key({ expiresAt: new Date(start) })];
    await revoke(revoked);
    const blocked = await key({ email: "blocked@example.com" });
    await run("UPDATE accounts SET blocked = true WHERE email = 'blocked@example.com'", []);
    const wrong = [revoked, expired, blocked, generateKey().secret].map((secret) => `Bearer ${secret}`);
    const right = await key();
    const mistaken = [right, `Bearer ${right} x`, `Bearer Bearer ${right}`, `Basic Bearer ${right}`];
    const authorizations = [...wrong, ...mistaken, "", "Bearer", "Bearer x", "Bearer a b", "Basic dTpw"];

    const address = freshAddress();
    const bodies = new Set<string>();
    for (const [index, authorization] of authorizations.entries()) {
      const response = await ask(authorization, address);
      const { limit, remaining } = quotaOf(response);
      // Also when the bucket is empty.
      expect([response.status, limit, remaining]).toEqual([401, 5, Math.max(0, 4 - index)]);
      expect(response.headers.get("www-authenticate")).toBe("Bearer");
      bodies.add(await response.text());
    }

    expect([...bodies]).toEqual([expect.stringContaining('"error":"Invalid API key"')]);
    expect((await service.get("/api/shows", fromAddress(address))).status).toBe(429);
  });

  test("a cached key works until the moment it expires", async () => {
    const secret = await key({ expiresAt: new Date(start + 60_000) });

    expect((await ask(`Bearer ${secret}`)).status).toBe(200);
    time = start + 59_999;
    expect((await ask(`Bearer ${secret}`)).status).toBe(200);
    time = start + 60_000;
    expect((await ask(`Bearer ${secret}`)).status).toBe(401);
  });

  const keyWith = (set: string) => `UPDATE api_keys SET ${set} WHERE id = $1`;
  const accountWith = (set: string) =>
    `UPDATE accounts SET ${set} WHERE id = (SELECT account_id FROM api_keys WHERE id = $1)`;
  test.each<[what: string, end: string, back?: string]>([
    ["revoked", keyWith("revoked_at = now()"), keyWith("revoked_at = NULL")],
    ["revoked while the instance's clock is behind", keyWith("revoked_at = now()")],
    ["deleted", "DELETE FROM api_keys WHERE id = $1"],
    ["ended before its time", keyWith("expires_at = now()")],
    ["of an account that was blocked", accountWith("blocked = true"), accountWith("blocked = false")],
  ])("a key that is %s is refused on its next request", async (what, end, back) => {
    if (what.endsWith("behind")) time = Date.parse("2020-05-05T12:00:00Z");
    const { id, secret } = await create({ email: "grace@example.com" });
    const status = async () => (await ask(`Bearer ${secret}`)).status;

    expect(await status()).toBe(200);
    await run(end, [id]);
    expect([await status(), await status()]).toEqual([401, 401]);
    if (!back) return;
    await run(back, [id]);
    expect(await status()).toBe(200);
  });

  test("a request with an invalid key, also one revoked since the last request, is counted even where requests are free: the quota, a 304 and unknown paths", async () => {
    const address = freshAddress();
    // The key's limit equals that of the address on purpose: the buckets still differ.
    const secret = await key({ dailyLimit: 5 });
    const etag = (await ask(`Bearer ${secret}`, address)).headers.get("etag") ?? "";
    await revoke(secret);
    const first = await ask(`Bearer ${secret}`, address, { path: "/api/quota" });
    expect([first.status, quotaOf(first)]).toMatchObject([401, { limit: 5, remaining: 4 }]);
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
      expect([init, response.status, quotaOf(response).remaining]).toEqual([init, 401, Math.max(0, 3 - index)]);
    }
  });

  test("a limit changed since the last request applies to the next one, which is counted once", async () => {
    const secret = await key({ dailyLimit: 5 });
    const change = (limit: number) =>
      run("UPDATE api_keys SET daily_limit = $2 WHERE hash = $1", [hashKey(secret), limit]);
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

  test("a malformed key costs no query, a known one only the count, and an unknown one a single look-up", async () => {
    const secret = await key();
    await ask(`Bearer ${secret}`);
    await service.infrastructure.keyCache.flush();
    const queries = recordQueries(service.infrastructure.database);
    // Written once a second.
    const askedFor = () => queries.filter((query) => query !== "WITH used");

    for (const malformed of ["x", `${secret}x`, secret.replace(/.$/, (last) => (last === "0" ? "1" : "0"))]) {
      await ask(`Bearer ${malformed}`);
    }
    expect(askedFor()).toEqual([]);
    await burst(20, () => ask(`Bearer ${secret}`));
    expect(askedFor()).toEqual([]);
    await ask(`Bearer ${generateKey().secret}`);
    expect(askedFor()).toEqual(["SELECT keys.id,"]);
  });
});
