import { describe, expect, test, vi } from "vitest";
import type { Database } from "../db/database.ts";
import { deleteOldUsage } from "../rate-limit/usage.ts";
import { recordQueries } from "../../test/captured-logs.ts";
import { databaseKinds, fastestDatabase } from "../../test/databases.ts";
import { startInstances } from "../../test/instances.ts";
import { type TestService } from "../../test/service.ts";
import { burst } from "../../test/quota-helpers.ts";
import { stores } from "../../test/stores.ts";
import { until } from "../../test/until.ts";
import { createKey } from "./queries.ts";

async function keyOf({ infrastructure: { database } }: TestService, dailyLimit: number | null = null) {
  const { id, secret } = await createKey(database.prisma, {
    email: "a@b.example",
    name: "k",
    expiresAt: null,
    dailyLimit,
  });
  return { id, headers: { Authorization: `Bearer ${secret}` } };
}

describe.each(stores)("the use of a key, counted in %s", (store) => {
  test("is kept by day, with admitted and refused requests apart", async () => {
    const services = await startInstances(store);
    const [service] = services;
    const { id, headers } = await keyOf(service, 7);

    await burst(12, (index) => (services[index % services.length] ?? service).get("/api/shows", { headers }));

    const use = () =>
      service.infrastructure.database.query(
        "SELECT daily_limit, allowed, refused FROM daily_usage WHERE subject = $1",
        [`key:${id}`],
      );
    const complete = [{ daily_limit: 7, allowed: 7, refused: 5 }];
    await until("the use is written", use, (rows) => JSON.stringify(rows) === JSON.stringify(complete));
  });
});

describe("when a key was last used", () => {
  test("is recorded at most once a minute over all instances, without delaying a request", async () => {
    let time = Date.parse("2031-05-05T12:00:00Z");
    const services = await startInstances(fastestDatabase, { now: () => time });
    const [service] = services;
    const { database } = service.infrastructure;
    const [{ id, headers }, idle] = [await keyOf(service), await keyOf(service)];
    const useAll = async () => {
      for (const one of services) await one.get("/api/shows", { headers });
    };
    const noted = async () => {
      for (const one of services) await one.infrastructure.keyCache.flush();
      const [row] = await database.query<{ last_used_at: Date }>("SELECT last_used_at FROM api_keys WHERE id = $1", [
        id,
      ]);
      return row?.last_used_at.toISOString();
    };

    await useAll();
    expect(await noted()).toBe("2031-05-05T12:00:00.000Z");
    time += 59_999;
    await useAll();
    expect(await noted()).toBe("2031-05-05T12:00:00.000Z");
    time += 1;
    await useAll();
    expect(await noted()).toBe("2031-05-05T12:01:00.000Z");
    time += 30_000;
    await database.query("UPDATE api_keys SET name = 'other', daily_limit = 50 WHERE id = $1", [id]);
    await useAll();
    expect(await noted()).toBe("2031-05-05T12:01:00.000Z");
    const [unused] = await database.query("SELECT last_used_at FROM api_keys WHERE id = $1", [idle.id]);
    expect(unused).toEqual({ last_used_at: null });
  });
});

describe.each(databaseKinds)("old use (%s)", (databaseKind) => {
  /** Rows of these ages in days, by the database's clock. */
  async function fill(database: Database, subjects: string[], ages: number[]): Promise<void> {
    await database.query("DELETE FROM daily_usage", []);
    await database.query(
      `INSERT INTO daily_usage (subject, day, daily_limit, allowed, refused, granted)
       SELECT subject, (now() AT TIME ZONE 'UTC')::date - age, 9, 1, 1, 0
       FROM unnest($1::text[]) AS subject, unnest($2::int[]) AS age`,
      [subjects, ages],
    );
  }
  async function kept(database: Database): Promise<string[]> {
    const rows = await database.query<{ subject: string; age: number }>(
      "SELECT subject, (now() AT TIME ZONE 'UTC')::date - day AS age FROM daily_usage ORDER BY subject COLLATE \"C\", age",
      [],
    );
    return rows.map(({ subject, age }) => `${subject} ${age}`);
  }

  test("is deleted after 400 days; the counts of addresses, and of anything but requests, after their day", async () => {
    // The instance's clock is wrong; the database's decides.
    const [service] = await startInstances(databaseKind, { now: () => Date.parse("2032-01-01T12:00:00Z") });
    const { database } = service.infrastructure;
    await fill(database, ["key:a", "account:a", "account:a keys", "ip:a", "ip:a accounts"], [0, 1, 2, 400, 401]);

    await deleteOldUsage(database);

    expect(await kept(database)).toEqual([
      ...[0, 1, 2, 400].map((age) => `account:a ${age}`),
      ...[0, 1].map((age) => `account:a keys ${age}`),
      ...[0, 1].map((age) => `ip:a ${age}`),
      ...[0, 1].map((age) => `ip:a accounts ${age}`),
      ...[0, 1, 2, 400].map((age) => `key:a ${age}`),
    ]);
  });

  test("is deleted in steps, so that no statement grows with the amount", async () => {
    const [service] = await startInstances(databaseKind);
    const { database } = service.infrastructure;
    await fill(
      database,
      Array.from({ length: 1_000 }, (_, index) => `ip:${index}`),
      [0, 2],
    );
    const largest = await database.query<{ rows: number }>(
      "SELECT count(*)::int AS rows FROM daily_usage GROUP BY (ctid::text::point)[0] ORDER BY 1 DESC LIMIT 1",
      [],
    );
    const asked = recordQueries(database);

    await deleteOldUsage(database, 1);

    const deletions = asked.filter((sql) => sql === "DELETE FROM").length;
    expect(deletions * (largest[0]?.rows ?? 0)).toBeGreaterThanOrEqual(2_000);
    vi.restoreAllMocks();
    const left = await kept(database);
    expect(left).toHaveLength(1_000);
    expect(left.every((row) => row.endsWith(" 0"))).toBe(true);
  });
});
