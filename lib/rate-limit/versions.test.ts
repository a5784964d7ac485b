import { afterEach, describe, expect, test, vi } from "vitest";
import type { Clock } from "../core/clock.ts";
import { createKey } from "../keys/queries.ts";
import { log } from "../core/log.ts";
import { startFaultProxy } from "../../test/fault-proxy.ts";
import { createTestDatabase } from "../../test/databases.ts";
import { oneOfEach } from "../../test/one-of-each.ts";
import { serveFrom, type TestService } from "../../test/service.ts";
import { behindProxy, freshAddress, fromAddress, quotaOf } from "../../test/quota-helpers.ts";
import { startUpstash, stores } from "../../test/stores.ts";
import { until } from "../../test/until.ts";

const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
  vi.restoreAllMocks();
});

/** A service that reaches Upstash directly and its database through a proxy; another that reaches both directly. */
async function start(now?: Clock) {
  const testDatabase = await createTestDatabase("server");
  ends.push(() => testDatabase.remove());
  const upstash = await startUpstash();
  ends.push(upstash.close);
  const url = new URL(testDatabase.settings["DATABASE_URL"] ?? "");
  const proxy = await startFaultProxy(Number(url.port));
  ends.push(proxy.close);
  url.port = String(proxy.port);
  const settings = { ...behindProxy, ...testDatabase.settings, ...upstash.settings };
  const service = await serveFrom({ ...settings, DATABASE_URL: url.href }, { now });
  ends.push(() => service.close());
  const other = await serveFrom(settings);
  ends.push(() => other.close());
  return { proxy, service, other };
}

async function readiness(service: TestService): Promise<{ status: string }> {
  return (await (await service.get("/api/health/ready")).json()) as { status: string };
}

const canRun = stores.includes("upstash") && stores.includes("server");

describe.skipIf(!canRun)("while Upstash can be reached and the database can't", () => {
  oneOfEach(["refuse", "hang", "lose"] as const)(
    "(%s) the cached data is served and counted within half a second, and a change is seen once the database is back",
    async (fault) => {
      const said: string[] = [];
      for (const level of ["info", "warn", "error"] as const) {
        vi.spyOn(log, level).mockImplementation((...words: unknown[]) => {
          said.push(String(words.find((word) => typeof word === "string")));
        });
      }
      const { proxy, service, other } = await start();
      const { database } = other.infrastructure;
      const order = { email: "ada@example.com", name: "A key", expiresAt: null, dailyLimit: null };
      const { id, secret } = await createKey(database.prisma, order);
      const ask = () => service.get("/api/shows", fromAddress(freshAddress(), { Authorization: `Bearer ${secret}` }));
      const held = await (await ask()).text();

      await proxy.set(fault);
      const uses = 4;
      for (let use = 1; use <= uses; use += 1) {
        const response = await ask();
        expect([response.status, quotaOf(response)]).toMatchObject([200, { limit: 10_000, remaining: 9999 - use }]);
        expect(await response.text()).toBe(held);
      }
      expect(await readiness(service)).toEqual({ status: "not ready", database: "unreachable", limits: "ok" });
      await database.query("UPDATE shows SET name = 'A name of today' WHERE id = (SELECT min(id) FROM shows)", []);

      await proxy.set("none");
      const text = async () => (await ask()).text();
      await until("the change is seen", text, (shows) => shows.includes("A name of today"), 10);
      const history = () =>
        database.query<{ allowed: number }>("SELECT allowed FROM daily_usage WHERE subject = $1", [`key:${id}`]);
      const isWhole = ([row]: { allowed: number }[]) => row !== undefined && row.allowed > uses;
      await until("the use is written", history, isWhole, 20);
      const ready = await until(
        "it is ready again",
        () => readiness(service),
        ({ status }) => status === "ready",
      );
      expect(ready).toEqual({ status: "ready", database: "ok", limits: "ok" });
      const ofUse = said.filter((line) => line.startsWith("The usage of keys"));
      expect(ofUse.length).toBeLessThanOrEqual(2);
    },
  );

  test("and the clock jumps back a day, a change is seen as soon as the database is back, not a day later", async () => {
    vi.spyOn(log, "error").mockImplementation(() => undefined);
    let time = Date.parse("2031-03-01T12:00:00Z");
    const { proxy, service, other } = await start(() => time);
    const shows = async () => (await service.get("/api/shows", fromAddress(freshAddress()))).text();
    await shows();
    await proxy.set("refuse");
    await shows();

    time -= 86_400_000;
    await other.infrastructure.database.query("UPDATE shows SET name = 'A name of today' WHERE id = 'hamilton'", []);
    await proxy.set("none");

    await until("the change is seen", async () => (await shows()).includes("A name of today"));
  });
});
