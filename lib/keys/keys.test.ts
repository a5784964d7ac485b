import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { recordQueries } from "../../test/captured-logs.ts";
import { createTestDatabase, databaseKinds, type TestDatabase } from "../../test/databases.ts";
import { serveFrom, type TestService } from "../../test/service.ts";
import { behindProxy, burst, countdown, freshAddress, fromAddress, quotaOf } from "../../test/quota-helpers.ts";
import { generateKey } from "./key.ts";
import { createKey, type KeyForEmail } from "./queries.ts";

const order: KeyForEmail = { email: "Ada@example.com", name: "A key", expiresAt: null, dailyLimit: null };

describe.each(databaseKinds)("requests with a key (%s)", (databaseKind) => {
  let testDatabase: TestDatabase;
  let service: TestService;
  /** A second instance; the embedded database allows only one. */
  let other: TestService;

  beforeAll(async () => {
    testDatabase = await createTestDatabase(databaseKind);
    const settings = { ...behindProxy, ...testDatabase.settings, PUBLIC_DAILY_LIMIT: "5" };
    service = await serveFrom(settings);
    other = databaseKind === "server" ? await serveFrom(settings) : service;
  });
  afterEach(() => {
    vi.restoreAllMocks();
  });
  afterAll(async () => {
    await service.close();
    if (other !== service) await other.close();
    await testDatabase.remove();
  });

  const create = (changes: Partial<KeyForEmail> = {}) =>
    createKey(service.infrastructure.database.prisma, { ...order, ...changes });
  const withKey = (secret: string, address = freshAddress()) =>
    fromAddress(address, { Authorization: `Bearer ${secret}` });
  const run = (sql: string, parameters: unknown[]) => service.infrastructure.database.query(sql, parameters);

  test("a key has its own bucket, from any address", async () => {
    const { secret } = await create();

    const seen = [];
    for (const instance of [service, other, service]) {
      const response = await instance.get("/api/shows", withKey(secret));
      seen.push([response.status, quotaOf(response).limit, quotaOf(response).remaining]);
    }

    expect(seen).toEqual([
      [200, 10_000, 9999],
      [200, 10_000, 9998],
      [200, 10_000, 9997],
    ]);
  });

  test("a key's own limit replaces the default, and 429 names it", async () => {
    const { secret } = await create({ dailyLimit: 3 });

    const { statuses, remaining } = await burst(5, () => service.get("/api/shows", withKey(secret)));
    const refused = await service.get("/api/shows", withKey(secret));

    expect([statuses, remaining]).toEqual([{ 200: 3, 429: 2 }, countdown(2, 3)]);
    expect(await refused.json()).toMatchObject({
      message: "The limit of 3 requests per day of this API key was exceeded.",
      limit: 3,
    });
  });

  test("a changed limit applies on the next request, and the remaining figure never exceeds it", async () => {
    const { id, secret } = await create();
    await service.get("/api/shows", withKey(secret));

    await run("UPDATE api_keys SET daily_limit = 10 WHERE id = $1", [id]);

    const lowered = quotaOf(await service.get("/api/shows", withKey(secret)));
    expect(lowered.limit).toBe(10);
    expect(lowered.remaining).toBeLessThan(9);
  });

  test.each(["Bearer", "bearer", "BEARER", "Bearer  "])("the scheme is accepted in any case (%s)", async (scheme) => {
    const { secret } = await create();
    const response = await service.get(
      "/api/quota",
      fromAddress(freshAddress(), { Authorization: `${scheme} ${secret}` }),
    );
    expect(await response.json()).toMatchObject({ tier: "key", limit: 10_000 });
  });

  test("every invalid key gets the same answer, and counts on the address", async () => {
    const revoked = await create();
    await run("UPDATE api_keys SET revoked_at = now() WHERE id = $1", [revoked.id]);
    const expired = await create({ expiresAt: new Date(Date.now() + 60_000) });
    await run("UPDATE api_keys SET expires_at = now() - interval '1 second' WHERE id = $1", [expired.id]);
    const blocked = await create({ email: "blocked@example.com" });
    await run("UPDATE accounts SET blocked = true WHERE email = 'blocked@example.com'", []);
    const wrong = [revoked, expired, blocked, generateKey()].map(({ secret }) => `Bearer ${secret}`);
    const { secret: right } = await create();
    const mistaken = [right, `Bearer ${right} x`, `Bearer Bearer ${right}`, `Basic Bearer ${right}`];
    const authorizations = [...wrong, ...mistaken, "", "Bearer", "Bearer x", "Bearer a b", "Basic dTpw"];

    const address = freshAddress();
    const bodies = new Set<string>();
    for (const [index, authorization] of authorizations.entries()) {
      const response = await service.get("/api/shows", fromAddress(address, { Authorization: authorization }));
      const { limit, remaining } = quotaOf(response);
      // Also when the bucket is empty.
      expect([response.status, limit, remaining]).toEqual([401, 5, Math.max(0, 4 - index)]);
      expect(response.headers.get("www-authenticate")).toBe("Bearer");
      bodies.add(await response.text());
    }

    expect([...bodies]).toEqual([expect.stringContaining('"error":"Invalid API key"')]);
    expect((await service.get("/api/shows", fromAddress(address))).status).toBe(429);
  });

  test.each<[string, string, string]>([
    [
      "revoked",
      "UPDATE api_keys SET revoked_at = now() WHERE id = $1",
      "UPDATE api_keys SET revoked_at = NULL WHERE id = $1",
    ],
    ["deleted", "DELETE FROM api_keys WHERE id = $1", ""],
    ["ended before its time", "UPDATE api_keys SET expires_at = now() WHERE id = $1", ""],
    [
      "of an account that was blocked",
      "UPDATE accounts SET blocked = true WHERE id = (SELECT account_id FROM api_keys WHERE id = $1)",
      "UPDATE accounts SET blocked = false WHERE id = (SELECT account_id FROM api_keys WHERE id = $1)",
    ],
  ])("a key that is %s is refused on its next request, by every instance", async (_, sql, back) => {
    const { id, secret } = await create({ email: "grace@example.com" });
    const ask = async () => {
      const responses = await Promise.all([service, other].map((one) => one.get("/api/shows", withKey(secret))));
      return responses.map(({ status }) => status);
    };

    expect(await ask()).toEqual([200, 200]);
    await run(sql, [id]);
    expect(await ask()).toEqual([401, 401]);
    if (back === "") return;
    await run(back, [id]);
    expect(await ask()).toEqual([200, 200]);
  });

  test("a key with an end in the future, as after a rotation, works until then", async () => {
    const { id, secret } = await create();
    await run("UPDATE api_keys SET revoked_at = now() + interval '1 hour' WHERE id = $1", [id]);
    expect((await other.get("/api/shows", withKey(secret))).status).toBe(200);
  });

  test("a malformed key costs no query, a known one only the count, and an unknown one a single look-up", async () => {
    const { secret } = await create();
    await service.get("/api/shows", withKey(secret));
    await service.infrastructure.keyCache.flush();
    const asked = recordQueries(service.infrastructure.database);

    for (const malformed of ["x", `${secret}x`, secret.replace(/.$/, (last) => (last === "0" ? "1" : "0"))]) {
      await service.get("/api/shows", withKey(malformed));
    }
    expect(asked).toEqual([]);
    await burst(20, () => service.get("/api/shows", withKey(secret)));
    expect(asked).toEqual([]);
    await service.get("/api/shows", withKey(generateKey().secret));
    expect(asked).toEqual(["SELECT keys.id,"]);
  });

  test("no response and no row contains the secret", async () => {
    const { secret } = await create();
    const response = await service.get("/api/shows", withKey(secret));
    const rows = await run("SELECT * FROM api_keys", []);
    const told = JSON.stringify([[...response.headers], await response.text(), rows]);
    expect(told).not.toContain(secret.slice(12));
  });
});
