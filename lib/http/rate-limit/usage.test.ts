import { beforeEach, describe, expect, test } from "vitest";
import type { Database } from "../../db/database.ts";
import { fastestDatabase, useDatabase } from "../../../test/databases.ts";
import type { Bucket } from "./limiter.ts";
import { withHistory } from "./usage.ts";

const key: Bucket = { tier: "key", subject: "key:a", limit: 3 };

describe("the history of a store that keeps one day", () => {
  /** The store admits all other buckets. */
  const refused = new Set<Bucket>();
  let day: number;
  const database = useDatabase(fastestDatabase);
  let limiter: ReturnType<typeof withHistory>;
  /** A step that runs before each statement. */
  let before: () => Promise<void>;

  beforeEach(async () => {
    refused.clear();
    day = 22_000;
    before = async () => undefined;
    await database.query("DELETE FROM daily_usage", []);
    const query: Database["query"] = async (sql, parameters) => {
      await before();
      return database.query(sql, parameters);
    };
    const tally = async (of: Bucket) => ({ isAdmitted: !refused.has(of), remaining: 0, day, versions: null });
    limiter = withHistory({ hit: tally, peek: tally }, { ...database, query });
  });

  const history = () => database.query("SELECT subject, daily_limit, allowed, refused FROM daily_usage", []);

  test("separates the days, also when nothing was written in between", async () => {
    await limiter.hit(key);
    day += 1;
    for (let turn = 0; turn < 2; turn += 1) await limiter.hit(key);
    await limiter.flush();

    const days = "SELECT day::text, allowed FROM daily_usage ORDER BY day";
    expect(await database.query(days, [])).toEqual([
      { day: "2030-03-27", allowed: 1 },
      { day: "2030-03-28", allowed: 2 },
    ]);
  });

  test("contains neither addresses nor peeks nor what is counted by the minute", async () => {
    await limiter.hit({ tier: "public", subject: "ip:192.0.2.1", limit: 100 });
    await limiter.hit({ tier: "account", subject: "account:a 720", limit: 60 });
    await limiter.peek(key);
    await limiter.flush();
    expect(await history()).toEqual([]);
  });

  test("loses no request made during a write that fails", async () => {
    let fail = () => undefined as void;
    before = () => new Promise<void>((_, reject) => (fail = () => reject(new Error("The database is away."))));
    await limiter.hit(key);
    refused.add(key);
    await limiter.hit(key);
    const failing = limiter.flush();
    const raised = { ...key, limit: 9 };
    for (const bucket of [key, key, raised, raised, raised]) await limiter.hit(bucket);
    fail();
    await expect(failing).rejects.toThrow("away");

    before = async () => undefined;
    await limiter.flush();

    expect(await history()).toEqual([{ subject: "key:a", daily_limit: 9, allowed: 4, refused: 3 }]);
  });
});
