import { randomUUID } from "node:crypto";
import { Redis } from "@upstash/redis";
import { Redis as Client } from "ioredis";
import { afterAll, afterEach, beforeAll, describe, expect, inject, onTestFinished, test, vi } from "vitest";
import { freePort, startRedis } from "../../../scripts/services.mjs";
import { startBridge } from "../../../test/stores.ts";
import { log } from "../../core/log.ts";
import type { Database } from "../../db/database.ts";
import { openDatabase } from "../../infrastructure.ts";
import { parseEnv } from "../../settings/env.ts";
import { captureLimitLogs, outageLines, recordFault } from "../../../test/fault-recorder.ts";
import { createTestDatabase, type TestDatabase } from "../../../test/databases.ts";
import { startFaultProxy, type Fault } from "../../../test/fault-proxy.ts";
import { countdown } from "../../../test/quota-helpers.ts";
import { until } from "../../../test/until.ts";
import { createDatabaseLimiter } from "./create-limiter.ts";
import { createUpstashLimiter } from "./upstash-limiter.ts";
import { databaseLimiter } from "./database.ts";
import type { Bucket, LimitStore, RateLimitResult } from "./limiter.ts";
import { upstashLimiter } from "./upstash.ts";

const now = () => Date.parse("2031-05-05T12:00:00Z");
const retryMilliseconds = 50;

interface Steps {
  harm(): Promise<unknown>;
  mend(): Promise<unknown>;
}

/** An instance's limiter, the store without a proxy or deadline, and what happens to the store. */
interface Subject extends Steps {
  /** The store, as the log calls it. */
  name: string;
  instance: ReturnType<typeof createDatabaseLimiter>;
  store: LimitStore;
}

const answer = (status: string, type: string, body: string, length = body.length): Fault => ({
  answer: `HTTP/1.1 ${status}\r\nContent-Type: ${type}\r\nContent-Length: ${length}\r\nConnection: close\r\n\r\n${body}`,
});
const networkFaults: [string, Fault][] = [
  ["refuses connections", "refuse"],
  ["hangs", "hang"],
  ["resets connections", "reset"],
  ["loses its connections for good", "lose"],
  ["answers five seconds late", "late"],
];
const httpFaults: [string, Fault][] = [
  ["speaks no HTTP", { answer: "ERROR\r\n" }],
  ["answers 500", answer("500 Internal Server Error", "application/json", '{"error":"oops"}')],
  ["answers 401", answer("401 Unauthorized", "application/json", '{"error":"Unauthorized"}')],
  ["answers with a page", answer("200 OK", "text/html", "<!doctype html><title>Hello</title>")],
  ["answers with an error page", answer("502 Bad Gateway", "text/html", "<!doctype html><title>Bad gateway</title>")],
  ["cuts its JSON short", answer("200 OK", "application/json", '[{"result":[1,')],
  ["cuts its answer short", answer("200 OK", "application/json", '[{"result":[1,', 100)],
  ["answers with nothing", answer("200 OK", "application/json", "[]")],
  ["answers with nulls", answer("200 OK", "application/json", '[{"result":[null,null]}]')],
];

const usual = new Set(["refuses connections", "hangs", "resets connections", "speaks no HTTP"]);
/** `npm test` runs one fault of each kind. */
const tagged = (name: string) => ({ tags: usual.has(name) ? [] : ["full"] });

type Step = (redis: NonNullable<Awaited<ReturnType<typeof startRedis>>>, administrator: Client) => Promise<unknown>;
const redisFaults: [name: string, harm: Step, mend: Step][] = [
  ["killed (`kill -9`), then started again", (redis) => redis.kill(), (redis) => redis.restart()],
  [
    "paused (`SIGSTOP`)",
    async ({ pid }) => process.kill(pid, "SIGSTOP"),
    async ({ pid }) => process.kill(pid, "SIGCONT"),
  ],
  ["out of memory", set("maxmemory", "1mb"), set("maxmemory", "0")],
  [
    "read-only (a replica)",
    async (_redis, administrator) => administrator.replicaof("127.0.0.1", String(await freePort())),
    (_redis, administrator) => administrator.replicaof("NO", "ONE"),
  ],
  [
    "out of connections",
    async (redis, administrator) => {
      await set("maxclients", "1")(redis, administrator);
      await administrator.call("CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes");
    },
    set("maxclients", "1000"),
  ],
];

function set(name: string, value: string): Step {
  return async (_redis, administrator) => expect(await administrator.config("SET", name, value)).toBe("OK");
}

describe.skipIf(inject("postgresUrl") === null)("of a hundred requests a day exactly a hundred are admitted", () => {
  let testDatabase: TestDatabase;
  let direct: Database;

  beforeAll(async () => {
    testDatabase = await createTestDatabase("server");
    direct = await openDatabase(parseEnv({ NODE_ENV: "test", ...testDatabase.settings }));
  });
  afterEach(() => void vi.restoreAllMocks());
  afterAll(async () => {
    await direct.close();
    await testDatabase.remove();
  });

  /** @returns the URL of a proxy in front of a store. */
  async function broken(url: string, fault: Fault): Promise<{ url: string } & Steps> {
    const proxy = await startFaultProxy(url);
    onTestFinished(proxy.close);
    return { url: proxy.url, harm: () => proxy.set(fault), mend: () => proxy.set("none") };
  }

  async function inPostgres(fault: Fault): Promise<Subject> {
    const { url, ...steps } = await broken(testDatabase.settings["DATABASE_URL"] ?? expect.fail(), fault);
    const database = await openDatabase(parseEnv({ NODE_ENV: "test", DATABASE_URL: url }));
    onTestFinished(() => database.close());
    const instance = createDatabaseLimiter(database, now, retryMilliseconds);
    return { name: "the database", instance, store: databaseLimiter(direct, now), ...steps };
  }

  async function inRedis(port: number, stepsAt: (url: string) => Promise<{ url: string } & Steps>): Promise<Subject> {
    // Redis's package knows no other clock.
    vi.spyOn(Date, "now").mockImplementation(now);
    const { close, token, url: bridge } = await startBridge(port);
    onTestFinished(close);
    const { url, ...steps } = await stepsAt(bridge);
    const instance = createUpstashLimiter({ url, token }, direct, now, () => null, retryMilliseconds);
    return { name: "Upstash Redis", instance, store: upstashLimiter(new Redis({ url: bridge, token })), ...steps };
  }

  /** Breaks the store in the middle of a caller's day. */
  async function expectExactlyTheLimit(fault: string, { name, instance, store, harm, mend }: Subject): Promise<void> {
    onTestFinished(() => instance.close());
    const seen = recordFault(fault);
    const said = captureLimitLogs();
    const bucketOf = (): Bucket => ({ tier: "public", subject: `ip:${randomUUID()}`, limit: 100 });
    const [bucket, newcomer] = [bucketOf(), bucketOf()];
    const hit = async (of: Bucket): Promise<RateLimitResult> => {
      const startedAt = performance.now();
      const result = await instance.limiter.hit(of);
      seen.note(result.isAdmitted ? 200 : 429, performance.now() - startedAt);
      return result;
    };
    const burst = async (times: number) =>
      (await Promise.all(Array.from({ length: times }, () => hit(bucket))))
        .filter(({ isAdmitted }) => isAdmitted)
        .map(({ remaining }) => remaining);

    expect(await burst(40)).toEqual(countdown(99, 40));
    await harm();
    expect([(await hit(bucket)).remaining, (await hit(bucket)).remaining]).toEqual([59, 58]);
    expect(await instance.limiter.peek(bucket)).toMatchObject({ isAdmitted: true, remaining: 58 });
    expect(await burst(100)).toEqual(countdown(57, 58));
    expect((await hit(newcomer)).remaining).toBe(99);
    expect([instance.isStoreReachable(), said[0]]).toEqual([false, outageLines(name)[0]]);

    await mend();
    seen.over();
    await until("it counts in the store again", () => instance.isStoreReachable());
    seen.back();
    const left = async () => (await store.peek(bucket)).remaining;
    seen.kept("counts", 100, await until("every request is counted", left, (remaining) => remaining === 0));
    expect((await store.peek(newcomer)).remaining).toBe(99);
    expect(await store.hit(bucket)).toMatchObject({ isAdmitted: false, remaining: 0 });
    // On a busy machine a sound store may be late too, which changes no figure.
    expect(new Set(said)).toEqual(new Set(outageLines(name)));
  }

  networkFaults.forEach(([name, fault]) =>
    test(`while PostgreSQL ${name}`, tagged(name), async () =>
      expectExactlyTheLimit(`PostgreSQL ${name}`, await inPostgres(fault)),
    ),
  );

  describe.skipIf(inject("redisPort") === null)("counting in Redis", () => {
    [...networkFaults, ...httpFaults].forEach(([name, fault]) =>
      test(`while Upstash ${name}`, tagged(name), async () =>
        expectExactlyTheLimit(
          `Redis (Upstash) ${name}`,
          await inRedis(inject("redisPort") ?? expect.fail(), (url) => broken(url, fault)),
        ),
      ),
    );

    test.each([
      ["http://redis.invalid:8079", [expect.stringContaining("its token is sent unencrypted")]],
      ["http://127.0.0.1:9", []],
    ])(
      "an operator is warned of an unencrypted address of another machine, without the token (%s)",
      async (url, lines) => {
        const warn = vi.spyOn(log, "warn").mockReturnValue();
        await createUpstashLimiter({ url, token: "a-token-of-the-test" }, direct, now, () => null).close();

        expect(warn.mock.calls.map((words) => JSON.stringify(words))).toEqual(lines);
        expect(JSON.stringify(warn.mock.calls)).not.toContain("a-token-of-the-test");
      },
    );

    test.each(redisFaults)("while Redis is %s", { tags: ["full"] }, async (name, harm, mend) => {
      const redis = (await startRedis({ isKept: true })) ?? expect.fail();
      onTestFinished(() => redis.stop());
      const administrator = new Client(redis.port, "127.0.0.1").on("error", () => undefined);
      onTestFinished(() => administrator.disconnect());
      const steps = { harm: () => harm(redis, administrator), mend: () => mend(redis, administrator) };
      await expectExactlyTheLimit(`Redis ${name}`, await inRedis(redis.port, async (url) => ({ url, ...steps })));
    });
  });
});
