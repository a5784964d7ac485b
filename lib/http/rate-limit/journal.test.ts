import { appendFileSync, cpSync, mkdtempSync, openSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { utcDay } from "../../core/clock.ts";
import { FileJournal, checkpointSql } from "../../db/embedded/count-journal/count-journal.ts";
import { openEmbedded } from "../../db/embedded/embedded.ts";
import type { Database } from "../../db/database.ts";
import { createTestDatabase, type TestDatabase } from "../../../test/databases.ts";
import { databaseLimiter } from "./database.ts";
import type { Bucket, LimitStore } from "./limiter.ts";

const noon = Date.UTC(2026, 5, 1, 12);
const dayMilliseconds = 86_400_000;
let places = 0;

/** A bucket that no other test uses. */
const newBucket = (limit = 10): Bucket => ({ tier: "public", subject: `ip:192.0.2.${(places += 1)}`, limit });

describe("counts of an embedded database that are not in the table yet", () => {
  let testDatabase: TestDatabase;
  let folder: string;
  let database: Database;
  let time = noon;
  let statements = 0;
  let prepared = 0;

  beforeAll(async () => {
    testDatabase = await createTestDatabase("embedded");
    folder = testDatabase.settings["DATA_DIR"] ?? expect.fail();
    const opened = await openEmbedded(folder);
    const prepare: Database["prepare"] = (name, sql) => {
      const run = opened.prepare(`${name}_${(prepared += 1)}`, sql);
      return (parameters) => {
        statements += 1;
        return run(parameters);
      };
    };
    database = { ...opened, prepare };
  });
  afterAll(async () => {
    await database.close();
    await testDatabase.remove();
  });

  const openLimiter = (of: Database = database) => databaseLimiter(of, () => time);
  const journalOf = (root: string) => path.join(root, "postgres", "counts.journal");

  async function countsOf({ subject }: Bucket, of: Database = database) {
    return of.query<{ day: number; allowed: number; refused: number }>(
      `SELECT day - '1970-01-01'::date AS day, allowed, refused FROM daily_usage WHERE subject = $1 ORDER BY day`,
      [subject],
    );
  }

  /** Opens what a process that was killed now would leave. */
  async function openAfterKill(change: (root: string) => void = () => undefined): Promise<Database> {
    const root = mkdtempSync(path.join(tmpdir(), "theatre-killed-"));
    cpSync(path.join(folder, "postgres"), path.join(root, "postgres"), { recursive: true });
    cpSync(path.join(folder, "postgres.complete"), path.join(root, "postgres.complete"));
    change(root);
    const opened = await openEmbedded(root);
    onTestFinished(async () => {
      await opened.close();
      rmSync(root, { recursive: true, force: true });
    });
    return opened;
  }

  test("cost no statement, admit exactly the limit, and are in the table for whatever else reads it", async () => {
    const [limiter, bucket] = [openLimiter(), newBucket(5)];
    await limiter.hit(bucket);
    const before = statements;

    const results = await Promise.all(Array.from({ length: 7 }, () => limiter.hit(bucket)));

    expect(statements).toBe(before);
    expect(results.map(({ isAdmitted }) => isAdmitted)).toEqual([true, true, true, true, false, false, false]);
    expect(results.map(({ remaining }) => remaining)).toEqual([3, 2, 1, 0, 0, 0, 0]);
    expect(await countsOf(bucket)).toEqual([{ day: utcDay(noon), allowed: 5, refused: 3 }]);
  });

  test.each<[string, (bucket: Bucket, limiter: LimitStore) => Promise<unknown>, number]>([
    ["a count", (bucket, limiter) => limiter.hit(bucket), 4],
    ["a peek", (bucket, limiter) => limiter.peek(bucket), 5],
    ["a count that used it up", (bucket, limiter) => limiter.hit(bucket, 5), 0],
  ])("cost a peek no statement after %s", async (_what, ask, remaining) => {
    const [limiter, bucket] = [openLimiter(), newBucket(5)];
    await ask(bucket, limiter);
    const before = statements;

    expect(await limiter.peek(bucket)).toMatchObject({ isAdmitted: remaining > 0, remaining });
    expect(statements).toBe(before);
  });

  const raise = "UPDATE versions SET value = value + 1";
  test.each<[string, (limiter: LimitStore) => Promise<unknown>]>([
    ["one statement", () => database.query(raise, [])],
    ["a transaction", () => database.prisma.$transaction((transaction) => transaction.$executeRawUnsafe(raise))],
    ["a statement during a count", (limiter) => Promise.all([limiter.hit(newBucket()), database.query(raise, [])])],
  ])("return the version of what %s has changed, to a peek and to a count", async (_what, change) => {
    const [limiter, bucket] = [openLimiter(), newBucket()];
    await limiter.hit(bucket);
    const { versions } = await limiter.hit(bucket);
    await change(limiter);

    const after = { data: (versions?.data ?? expect.fail()) + 1, keys: (versions?.keys ?? expect.fail()) + 1 };
    expect(await limiter.peek(bucket)).toMatchObject({ versions: after, remaining: 8 });
    expect(await limiter.hit(bucket)).toMatchObject({ versions: after, remaining: 7 });
  });

  test("include a count made during a change, also after another bucket was read", async () => {
    const [limiter, bucket] = [openLimiter(), newBucket(5)];
    await limiter.hit(bucket);
    const counting = limiter.hit(bucket, 3);
    await database.query(raise, []);
    await counting;
    await limiter.hit(newBucket());

    expect(await limiter.peek(bucket)).toMatchObject({ isAdmitted: true, remaining: 1 });
  });

  test("stay exact while the database is used for other things", async () => {
    const [limiter, bucket] = [openLimiter(), newBucket(100)];
    const results = await Promise.all(
      Array.from({ length: 40 }, async (_, turn) => {
        if (turn % 7 === 0) await database.query("SELECT 1", []);
        return [await limiter.hit(bucket), await limiter.hit(bucket), await limiter.hit(bucket)];
      }),
    );

    const admitted = results.flat().filter(({ isAdmitted }) => isAdmitted);
    expect(new Set(admitted.map(({ remaining }) => remaining)).size).toBe(100);
    expect(await countsOf(bucket)).toEqual([{ day: utcDay(noon), allowed: 100, refused: 20 }]);
  });

  test.each([false, true])(
    "belong to the day of their requests (another bucket is counted first: %s)",
    async (isSecond) => {
      const [limiter, bucket] = [openLimiter(), newBucket(3)];
      for (let hit = 0; hit < 5; hit += 1) await limiter.hit(bucket);
      time = noon + dayMilliseconds;
      if (isSecond) await limiter.hit(newBucket());
      const next = [await limiter.peek(bucket), await limiter.hit(bucket), await limiter.hit(bucket)];
      time = noon;

      expect(next.map(({ remaining }) => remaining)).toEqual([3, 2, 1]);
      expect(await countsOf(bucket)).toEqual([
        { day: utcDay(noon), allowed: 3, refused: 2 },
        { day: utcDay(noon) + 1, allowed: 2, refused: 0 },
      ]);
    },
  );

  test("survive the death of the process", async () => {
    const [limiter, bucket] = [openLimiter(), newBucket()];
    await limiter.hit(bucket);
    for (let hit = 0; hit < 6; hit += 1) await limiter.hit(bucket);
    expect(readFileSync(journalOf(folder), "utf8")).toContain(bucket.subject);

    const opened = await openAfterKill();

    expect(await countsOf(bucket, opened)).toEqual([{ day: utcDay(noon), allowed: 7, refused: 0 }]);
    expect(await openLimiter(opened).hit(bucket)).toMatchObject({ remaining: 2 });
  });

  test("are counted once when a process died after writing them to the table, and a line that was cut short is ignored", async () => {
    const [limiter, bucket, other] = [openLimiter(), newBucket(), newBucket()];
    await limiter.hit(bucket);
    await limiter.hit(bucket);
    await limiter.hit(other);
    const lines = readFileSync(journalOf(folder), "utf8");
    await database.query("SELECT 1", []);

    const opened = await openAfterKill((root) =>
      appendFileSync(journalOf(root), `${lines}${utcDay(noon)} 10 9 0 ${other.subject.slice(0, -1)}`),
    );

    expect(await countsOf(bucket, opened)).toEqual([{ day: utcDay(noon), allowed: 2, refused: 0 }]);
    expect(await countsOf(other, opened)).toEqual([{ day: utcDay(noon), allowed: 1, refused: 0 }]);
    expect(readFileSync(journalOf(path.dirname(opened.place)), "utf8")).toBe("");
  });

  test("are counted in the table when the journal can't be written", async () => {
    const statement = database.prepare("unused", "SELECT $1::text, $2::text, $3::text, $4::text, $5::text");
    const journal = new FileJournal(openSync(journalOf(folder), "r"), statement);
    const [limiter, bucket] = [openLimiter({ ...database, journal }), newBucket(4)];

    const results = [];
    for (let hit = 0; hit < 6; hit += 1) results.push(await limiter.hit(bucket));

    expect(results.map(({ remaining }) => remaining)).toEqual([3, 2, 1, 0, 0, 0]);
    expect(await countsOf(bucket)).toEqual([{ day: utcDay(noon), allowed: 4, refused: 2 }]);
  });

  test("are made up for when the table could not be written for a while", async () => {
    let isBroken = false;
    const prepare: Database["prepare"] = (name, sql) => {
      const run = database.prepare(name, sql);
      return (parameters) => (isBroken ? Promise.reject(new Error("The table can't be written.")) : run(parameters));
    };
    const journal = new FileJournal(openSync(journalOf(folder), "a"), prepare("checkpoint_counts", checkpointSql));
    const [limiter, bucket, other] = [openLimiter({ ...database, journal }), newBucket(), newBucket()];
    await limiter.hit(bucket, 2);
    await limiter.hit(bucket);
    isBroken = true;
    await expect(limiter.hit(other)).rejects.toThrow("can't be written");
    await expect(limiter.hit(bucket)).rejects.toThrow("can't be written");
    isBroken = false;

    expect(await limiter.hit(bucket)).toMatchObject({ isAdmitted: true, remaining: 6 });
    expect(await limiter.hit(bucket)).toMatchObject({ isAdmitted: true, remaining: 5 });
    await journal.close();
    expect(await countsOf(bucket)).toEqual([{ day: utcDay(noon), allowed: 5, refused: 0 }]);
  });

  test("fill a few megabytes at most, and the next checkpoint empties the file", async () => {
    const file = path.join(folder, "bounded.journal");
    const checkpoint = database.prepare("checkpoint_counts", checkpointSql);
    const journal = new FileJournal(openSync(file, "a"), checkpoint);
    const batch = Array.from({ length: 10_000 }, (_, index) => ({
      subject: `ip:198.51.${index >> 8}.${index & 255}`,
      day: utcDay(noon),
      limit: 10,
      allowed: 1,
      refused: 0,
    }));

    let taken = 0;
    while (taken < 100 && journal.append(batch)) taken += 1;

    expect(taken).toBeLessThan(100);
    expect(statSync(file).size).toBeLessThan(5 * 1024 * 1024);
    await journal.checkpoint();
    expect(statSync(file).size).toBe(0);
    expect(journal.append(batch)).toBe(true);
    await journal.close();
  });
});
