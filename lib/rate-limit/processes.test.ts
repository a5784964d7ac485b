import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, describe, expect, inject, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../test/databases.ts";
import { removeBundle, startBridgeProcess, startInstance, type Instance } from "../../test/processes.ts";
import { behindProxy, burst, countdown, freshAddress, fromAddress, quotaOf } from "../../test/quota-helpers.ts";
import { faketimeLibrary, turnableClock, type TurnableClock } from "../../test/turnable-clock.ts";

const hasPostgres = inject("postgresUrl") !== null;
const hasRedis = inject("redisPort") !== null;
if (!faketimeLibrary)
  console.warn("SKIPPED: libfaketime is not installed here, so no process is run through midnight.");

const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});
afterAll(removeBundle);

async function start(settings: Record<string, string>): Promise<Instance> {
  const instance = await startInstance({ ...behindProxy, ...settings });
  ends.push(() => instance.kill());
  return instance;
}

async function homeFor(name: "embedded" | "server"): Promise<TestDatabase> {
  const testDatabase = await createTestDatabase(name);
  ends.push(() => testDatabase.remove());
  return testDatabase;
}

async function expectExactly100Of300(instances: Instance[]): Promise<void> {
  const address = freshAddress();
  for (const instance of instances) await instance.get("/api/quota", fromAddress(address));

  const { statuses, remaining } = await burst(300, (index) => {
    const instance = instances[index % instances.length];
    if (!instance) throw new Error("There are no instances.");
    return instance.get("/api/shows", fromAddress(address));
  });

  expect(instances.flatMap(({ log }) => log)).toEqual([]);
  expect(statuses).toEqual({ 200: 100, 429: 200 });
  expect(remaining).toEqual(countdown(99, 100));
}

describe.skipIf(!hasPostgres)("three processes on one PostgreSQL", () => {
  test("admit exactly 100 of 300 requests at once, and Remaining takes each value once", async () => {
    const { settings } = await homeFor("server");
    await expectExactly100Of300([await start(settings), await start(settings), await start(settings)]);
  });
});

describe.skipIf(!hasPostgres || !hasRedis)("three processes on one Redis", { tags: ["full"] }, () => {
  test("admit exactly 100 of 300 requests at once, and Remaining takes each value once", async () => {
    const upstash = await startBridgeProcess(inject("redisPort") ?? 0);
    ends.push(upstash.close);
    const settings = { ...(await homeFor("server")).settings, ...upstash.settings };
    await expectExactly100Of300([await start(settings), await start(settings), await start(settings)]);
  });
});

describe("a process that is killed", () => {
  test("has counted what it responded to: of 60 requests before and 60 after, exactly 100 pass", async () => {
    const { settings } = await homeFor("embedded");
    const address = freshAddress();

    const first = await start(settings);
    const before = await burst(60, () => first.get("/api/shows", fromAddress(address)));
    await first.kill();
    const second = await start(settings);
    const after = await burst(60, () => second.get("/api/shows", fromAddress(address)));

    expect(before).toEqual({ statuses: { 200: 60 }, remaining: countdown(99, 60) });
    expect(after).toEqual({ statuses: { 200: 40, 429: 20 }, remaining: countdown(39, 40) });
  });

  test("in the middle of a burst leaves no request counted twice or admitted unseen", async () => {
    const { settings } = await homeFor("embedded");
    const address = freshAddress();

    const first = await start(settings);
    const answers = Array.from({ length: 60 }, () =>
      first.get("/api/shows", fromAddress(address)).then(quotaOf, () => null),
    );
    await Promise.race(answers);
    await first.kill();
    const seen = (await Promise.all(answers)).filter((quota) => quota !== null);
    const second = await start(settings);
    const { remaining } = quotaOf(await second.get("/api/quota", fromAddress(address)));

    expect(seen.length).toBeGreaterThan(0);
    expect(remaining).toBeLessThanOrEqual(100 - seen.length);
    expect(remaining).toBeGreaterThanOrEqual(40);
  });
});

describe.skipIf(!faketimeLibrary)("processes whose clocks pass midnight", { tags: ["full"] }, () => {
  const midnight = Date.parse("2030-06-01T00:00:00Z") / 1000;

  /**
   * Uses up the quota of the day, then sends requests until one is refused a second past midnight. Returns how many
   * were admitted before and after midnight.
   */
  async function walkThroughMidnight(
    instance: Instance,
    clock: TurnableClock,
  ): Promise<{ before: number; after: number }> {
    const address = freshAddress();
    const passed = { before: 0, after: 0 };
    async function ask(): Promise<{ at: number; isRefused: boolean }> {
      const response = await instance.get("/api/shows", fromAddress(address));
      await response.arrayBuffer();
      const at = Date.parse(response.headers.get("date") ?? "") / 1000;
      expect(quotaOf(response).reset).toBe(at < midnight ? midnight : midnight + 86_400);
      if (response.status === 200) passed[at < midnight ? "before" : "after"] += 1;
      return { at, isRefused: response.status === 429 };
    }

    while (!(await ask()).isRefused);
    clock.turnTo(new Date((midnight - 2) * 1000));
    for (;;) {
      const { at, isRefused } = await ask();
      if (at > midnight && isRefused) return passed;
    }
  }

  test("restore the quota once, and every reset is the midnight after the second in Date", async () => {
    const upstash = hasRedis ? await startBridgeProcess(inject("redisPort") ?? 0) : null;
    if (upstash) ends.push(upstash.close);
    const counted: Record<string, string>[] = [{}, ...(upstash ? [upstash.settings] : [])];
    const folder = mkdtempSync(path.join(tmpdir(), "theatre-midnight-"));
    ends.push(async () => rmSync(folder, { recursive: true }));

    const walks = counted.map(async (settings, index) => {
      const clock = turnableClock(path.join(folder, String(index)));
      clock.turnTo(new Date((midnight - 3_600) * 1000));
      const { settings: home } = await homeFor("embedded");
      return walkThroughMidnight(
        await start({ ...home, PUBLIC_DAILY_LIMIT: "5", ...settings, ...clock.settings }),
        clock,
      );
    });

    for (const passed of await Promise.all(walks)) expect(passed).toEqual({ before: 5, after: 5 });
  });
});
