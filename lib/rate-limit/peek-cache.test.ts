import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Database } from "../db/database.ts";
import type { Prepared } from "../db/database.ts";
import { parseEnv } from "../settings/env.ts";
import { openInfrastructure, type Infrastructure } from "../infrastructure.ts";
import { createTestDatabase } from "../../test/databases.ts";
import { databaseLimiter } from "./database.ts";
import type { Bucket, LimitStore } from "./limiter.ts";

const bucketOf = (subject: string): Bucket => ({ tier: "public", subject, limit: 5 });

describe("a peek at a bucket of an embedded database", () => {
  let opened: Infrastructure;
  let limiter: LimitStore;
  let close: () => Promise<void>;
  let today = Date.UTC(2026, 5, 1, 12);
  let statements = 0;

  beforeAll(async () => {
    const testDatabase = await createTestDatabase("embedded");
    opened = await openInfrastructure(parseEnv({ NODE_ENV: "test", ...testDatabase.settings }), process.cwd());
    limiter = databaseLimiter(
      withCountedStatements(opened.database, () => (statements += 1)),
      () => today,
    );
    close = async () => {
      await opened.close();
      await testDatabase.remove();
    };
  });
  afterAll(() => close());

  async function statementsOf(work: () => Promise<unknown>): Promise<number> {
    const before = statements;
    await work();
    return statements - before;
  }

  test("costs no statement after a count of the bucket or a peek", async () => {
    const [counted, looked] = [bucketOf("ip:192.0.2.1"), bucketOf("ip:192.0.2.2")];
    await limiter.hit(counted);
    await limiter.peek(looked);

    const spent = await statementsOf(async () => {
      expect(await limiter.peek(counted)).toMatchObject({ isAdmitted: true, remaining: 4 });
      expect(await limiter.peek(looked)).toMatchObject({ isAdmitted: true, remaining: 5 });
    });

    expect(spent).toBe(0);
  });

  test("shows later counts, also when the quota is used up", async () => {
    const bucket = bucketOf("ip:192.0.2.3");
    await limiter.hit(bucket, 4);
    expect(await limiter.peek(bucket)).toMatchObject({ isAdmitted: true, remaining: 1 });
    await limiter.hit(bucket);
    expect(await limiter.peek(bucket)).toMatchObject({ isAdmitted: false, remaining: 0 });
    await limiter.hit(bucket);
    expect(await limiter.peek(bucket)).toMatchObject({ isAdmitted: false, remaining: 0 });
  });

  test.each([
    ["one statement", (database: Database) => database.query("UPDATE versions SET value = value + 1", [])],
    [
      "a transaction",
      ({ prisma }: Database) =>
        prisma.$transaction(async (transaction) => {
          await transaction.$executeRawUnsafe("UPDATE versions SET value = value + 1");
        }),
    ],
  ])("shows at once what %s has changed", async (_, work) => {
    const bucket = bucketOf("ip:192.0.2.4");
    const { versions: before } = await limiter.hit(bucket);
    await work(opened.database);

    const { versions } = await limiter.peek(bucket);

    expect(versions).toEqual({ data: (before?.data ?? 0) + 1, keys: (before?.keys ?? 0) + 1 });
  });

  test("shows a change made during a count", async () => {
    const bucket = bucketOf("ip:192.0.2.5");
    const { versions: before } = await limiter.hit(bucket);
    const counting = limiter.hit(bucket);
    await opened.database.query("UPDATE versions SET value = value + 1", []);
    await counting;

    expect((await limiter.peek(bucket)).versions?.data).toBe((before?.data ?? 0) + 1);
  });

  test("shows a count made during a change, also after another bucket was read", async () => {
    const [bucket, another] = [bucketOf("ip:192.0.2.7"), bucketOf("ip:192.0.2.8")];
    await limiter.hit(bucket);
    const counting = limiter.hit(bucket, 3);
    await opened.database.query("UPDATE versions SET value = value + 1", []);
    await counting;
    await limiter.hit(another);

    expect(await limiter.peek(bucket)).toMatchObject({ isAdmitted: true, remaining: 1 });
  });

  test("shows a full quota on a new day", async () => {
    const bucket = bucketOf("ip:192.0.2.6");
    await limiter.hit(bucket, 5);
    today += 86_400_000;

    expect(await limiter.peek(bucket)).toMatchObject({ isAdmitted: true, remaining: 5 });
  });

  test("shows a full quota on a new day, also when another bucket was counted first", async () => {
    const bucket = bucketOf("ip:192.0.2.9");
    await limiter.hit(bucket, 5);
    today += 86_400_000;
    await limiter.hit(bucketOf("ip:192.0.2.10"));

    expect(await limiter.peek(bucket)).toMatchObject({ isAdmitted: true, remaining: 5 });
  });
});

function withCountedStatements(database: Database, note: () => void): Database {
  return {
    ...database,
    prepare: (name, sql): Prepared => {
      const statement = database.prepare(name, sql);
      return (parameters) => {
        note();
        return statement(parameters);
      };
    },
  };
}
