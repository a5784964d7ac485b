import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { deleteOldUsage } from "../../http/rate-limit/usage.ts";
import { recordQueries } from "../../../test/fault-recorder.ts";
import { databaseKinds, useDatabase } from "../../../test/databases.ts";
import { developer, invalidFieldsOf, withKey, type Developer } from "../../../test/developer.ts";
import { useInstances, stores } from "../../../test/stores.ts";
import { burst, countdown, quotaOf } from "../../../test/quota-helpers.ts";
import { useService, type TestService } from "../../../test/service.ts";
import { issuedKey, listedKey, routeUsage, usageDay, type IssuedKey, type RouteUsage } from "./schema.browser.ts";

async function rotate(owner: Developer, { id }: { id: string }, grace_hours = 168): Promise<IssuedKey> {
  return issuedKey.parse((await owner.ask("POST", `/keys/${id}/rotate`, { grace_hours })).body);
}

const listOf = async (owner: Developer) => listedKey.array().parse((await owner.ask("GET", "/keys")).body);
const keyOf = async (owner: Developer, wanted: string) =>
  (await listOf(owner)).find(({ id }) => id === wanted) ?? expect.fail();
const usageOf = async (owner: Developer, id: string, query = "") =>
  usageDay.array().parse((await owner.ask("GET", `/keys/${id}/usage${query}`)).body);
const usageToday = async (owner: Developer, { id }: { id: string }) =>
  (await usageOf(owner, id, "?days=1"))[0]?.requests;
const leftOf = async (service: TestService, { key }: { key: string }) =>
  quotaOf(await service.get("/api/quota", withKey(key))).remaining;
const byRouteOf = async (owner: Developer, id: string, days = 1): Promise<RouteUsage[]> =>
  routeUsage.array().parse((await owner.ask("GET", `/keys/${id}/usage?by=route&days=${days}`)).body);
const summed = (rows: RouteUsage[], member: "2xx" | "4xx" | "counted") =>
  rows.reduce((sum, row) => sum + row[member], 0);
const shows = (service: TestService, { key }: { key: string }) => service.get("/api/shows", withKey(key));

describe.each(stores)("the use of keys on two instances that count in %s", (store) => {
  /** On the database's day, by whose clock a key may have ended before, and ahead of it. */
  const evening = Math.floor(Date.now() / 86_400_000) * 86_400_000 + 23.5 * 3_600_000;
  let time = evening;
  const [service, other] = useInstances(store, () => ({ settings: { KEY_DAILY_LIMIT: "40" }, now: () => time }));
  const one = (index: number) => (index % 2 ? service : other);

  beforeEach(() => {
    time = evening;
    // Redis's package knows no other clock.
    if (store === "upstash") vi.spyOn(Date, "now").mockImplementation(() => time);
  });
  afterEach(() => void vi.restoreAllMocks());

  test("adds up to the limiter's figure, in total and by route, with free requests and refused ones", async () => {
    const owner = await developer(service);
    const made = await owner.makeKey();
    const { id, key } = made;
    const etag = (await shows(other, made)).headers.get("etag") ?? expect.fail();
    const send = (times: number, path: string, headers = {}) =>
      burst(times, (index) => one(index).get(path, { headers: { ...withKey(key).headers, ...headers } }));
    const unchanged = { "If-None-Match": etag };

    await send(19, "/api/shows");
    await send(5, "/api/shows", unchanged);
    await send(6, "/api/shows/no-such-show");
    await send(3, "/api/quota");
    await send(4, "/api/showz");
    expect([await leftOf(service, made), await leftOf(other, made)]).toEqual([10, 10]);
    expect(await keyOf(owner, id)).toMatchObject({ used_today: 30, daily_limit: 40 });
    await send(20, "/api/people");
    expect(await usageOf(owner, id, "?days=1&include=refused")).toMatchObject([{ requests: 40, refused: 10 }]);
    await send(2, "/api/shows", unchanged);
    await owner.ask("DELETE", `/keys/${id}`);
    await send(4, "/api/theatres");
    await other.infrastructure.flush();

    expect([(await keyOf(owner, id)).used_today, await usageToday(owner, made)]).toEqual([40, 40]);
    expect((await usageOf(owner, id))[0]).not.toHaveProperty("refused");
    const rows = await byRouteOf(owner, id);
    expect(rows.map((row) => [row.route, row["2xx"], row["3xx"], row["4xx"], row["5xx"], row.counted])).toEqual([
      ["/api/people", 10, 0, 10, 0, 10],
      ["/api/quota", 5, 0, 0, 0, 0],
      ["/api/shows", 20, 7, 0, 0, 20],
      ["/api/shows/{id}", 0, 0, 6, 0, 6],
      ["/api/theatres", 0, 0, 4, 0, 0],
      [null, 0, 0, 4, 0, 4],
    ]);
  });

  test("also adds up when another instance has revoked the key, and counts one more request before it knows", async () => {
    const owner = await developer(service);
    const made = await owner.makeKey();
    await burst(4, (index) => shows(one(index), made));
    await owner.ask("DELETE", `/keys/${made.id}`);
    expect((await burst(3, () => shows(other, made))).statuses).toEqual({ 401: 3 });
    await other.infrastructure.flush();

    const rows = await byRouteOf(owner, made.id);
    expect([summed(rows, "2xx"), summed(rows, "4xx")]).toEqual([4, 3]);
    expect(await usageToday(owner, made)).toBe(summed(rows, "counted"));
  });

  test("an old and a new key of a rotation share exactly one limit, one figure and one history, by day and route", async () => {
    const owner = await developer(service);
    const old = await owner.makeKey();
    await burst(20, () => shows(service, old));
    const fresh = await rotate(owner, old);
    expect(fresh.used_today).toBe(20);

    const { statuses, remaining } = await burst(60, (index) => shows(one(index), index % 3 ? old : fresh));

    expect([statuses, remaining]).toEqual([{ 200: 20, 429: 40 }, countdown(19, 20)]);
    for (const each of [service, other]) expect([await leftOf(each, old), await leftOf(each, fresh)]).toEqual([0, 0]);
    await other.infrastructure.flush();
    expect((await listOf(owner)).map(({ used_today }) => used_today)).toEqual([40, 40]);
    expect([await usageToday(owner, old), await usageToday(owner, fresh)]).toEqual([40, 40]);
    const [ofOld, ofFresh] = [await byRouteOf(owner, old.id), await byRouteOf(owner, fresh.id)];
    expect([summed(ofOld, "counted"), ofFresh]).toEqual([40, ofOld]);
  });

  test("a chain of rotations shares one limit, including keys without a grace", async () => {
    const owner = await developer(service);
    let last = await owner.makeKey();
    for (let count = 0; count < 12; count += 1) {
      for (const each of [service, other]) await shows(each, last);
      last = await rotate(owner, last, 0);
    }
    const branch = await rotate(owner, last, 1);

    expect(await leftOf(other, last)).toBe(16);
    expect((await burst(30, (index) => shows(service, index % 2 ? last : branch))).statuses).toEqual({
      200: 16,
      429: 14,
    });
  });

  test("a key without a rotation has its own count; a rotated one and its successor share theirs on later days too", async () => {
    const owner = await developer(service);
    const [old, another] = [await owner.makeKey(), await owner.makeKey()];
    const fresh = await rotate(owner, old);
    const { rotated_from, counts_as } = await keyOf(owner, fresh.id);
    expect({ rotated_from, counts_as }).toEqual({ rotated_from: old.id, counts_as: old.id });
    time += 31 * 60_000;

    await burst(5, () => shows(service, old));
    await burst(7, () => shows(other, fresh));

    expect([await leftOf(other, old), await leftOf(service, fresh), await leftOf(service, another)]).toEqual([
      28, 28, 40,
    ]);
  });

  test("has a last time, which is recorded at most once a minute over all instances, without delaying a request", async () => {
    const owner = await developer(service);
    const [made, idle] = [await owner.makeKey(), await owner.makeKey()];
    const seen = async (later: number) => {
      time += later;
      for (const each of [service, other]) await shows(each, made);
      for (const { infrastructure } of [service, other]) await infrastructure.keyCache.flush();
      return (Date.parse((await keyOf(owner, made.id)).last_used_at ?? expect.fail()) - evening) / 1_000;
    };

    expect([await seen(0), await seen(59_999), await seen(1)]).toEqual([0, 0, 60]);
    const { database } = service.infrastructure;
    await database.query("UPDATE api_keys SET name = 'other', daily_limit = 50 WHERE id = $1", [made.id]);
    expect([await seen(30_000), (await keyOf(owner, idle.id)).last_used_at]).toEqual([60, null]);
  });
});

describe.each(databaseKinds)("the days of a key (%s)", (kind) => {
  const start = Date.parse("2031-03-01T23:59:58Z");
  let time = start;
  const service = useService(kind, { now: () => time });
  beforeEach(() => {
    time = start;
  });

  test("are listed from the oldest to today, in UTC, also without a request, in total and by route", async () => {
    const owner = await developer(service);
    const [made, another] = [await owner.makeKey(), await owner.makeKey()];
    await burst(3, () => shows(service, made));
    await burst(5, () => shows(service, another));
    time += 2_000;
    expect(await keyOf(owner, made.id)).toMatchObject({ used_today: 0 });
    await shows(service, made);

    const days = [
      { date: "2031-02-28", requests: 0, refused: 0 },
      { date: "2031-03-01", requests: 3, refused: 0 },
      { date: "2031-03-02", requests: 1, refused: 0 },
    ];
    expect(await usageOf(owner, made.id, "?days=3&include=refused")).toEqual(days);
    expect(await usageOf(owner, made.id, "?days=2")).toEqual(
      days.slice(1).map(({ date, requests }) => ({ date, requests })),
    );
    const counts = { route: "/api/shows", "3xx": 0, "4xx": 0, "5xx": 0 };
    const routes = [3, 1].map((uses, index) => ({
      date: `2031-03-0${index + 1}`,
      ...counts,
      "2xx": uses,
      counted: uses,
    }));
    expect([await byRouteOf(owner, made.id, 2), await byRouteOf(owner, made.id)]).toEqual([routes, routes.slice(1)]);
    expect(await keyOf(owner, made.id)).toMatchObject({ used_today: 1 });
  });

  test("are thirty, or as many as requested, up to 366", async () => {
    const owner = await developer(service);
    const { id } = await owner.makeKey();
    const counts = { "": 30, "?days=1": 1, "?days=366": 366, "?days=7&days=9&other=1": 7 };
    for (const [query, days] of Object.entries(counts)) expect(await usageOf(owner, id, query)).toHaveLength(days);

    for (const days of ["0", "367", "1000", "-1", "1.5", "1e2", "", "seven", "%20", "%00"]) {
      const answer = await owner.ask("GET", `/keys/${id}/usage?days=${days}`);
      expect([days, answer.status, invalidFieldsOf(answer)]).toEqual([days, 400, ["days"]]);
      expect(answer.text).toContain("must be a whole number from 1 to 366");
    }
    const asked = async (query: string) => invalidFieldsOf(await owner.ask("GET", `/keys/${id}/usage?${query}`));
    expect(await asked("days=0&include=everything")).toEqual(["days", "include"]);
    expect(await asked("by=path")).toEqual(["by"]);
  });
});

describe.each(databaseKinds)("old use (%s)", (kind) => {
  // It is deleted by the database's clock.
  const database = useDatabase(kind);

  /** Rows of these ages in days, by the database's clock. */
  async function fill(subjects: string[], ages: number[]): Promise<void> {
    await database.query("DELETE FROM daily_usage", []);
    await database.query(
      `INSERT INTO daily_usage (subject, day, daily_limit, allowed, refused, granted)
       SELECT subject, (now() AT TIME ZONE 'UTC')::date - age, 9, 1, 1, 0
       FROM unnest($1::text[]) AS subject, unnest($2::int[]) AS age`,
      [subjects, ages],
    );
  }
  async function kept(): Promise<string[]> {
    const rows = await database.query<{ subject: string; age: number }>(
      "SELECT subject, (now() AT TIME ZONE 'UTC')::date - day AS age FROM daily_usage ORDER BY subject COLLATE \"C\", age",
      [],
    );
    return rows.map(({ subject, age }) => `${subject} ${age}`);
  }

  test("is deleted after 400 days; the counts of addresses, and of anything but requests, after their day", async () => {
    await fill(["key:a", "account:a", "account:a keys", "ip:a", "ip:a accounts"], [0, 1, 2, 400, 401]);

    await deleteOldUsage(database);

    expect(await kept()).toEqual([
      ...[0, 1, 2, 400].map((age) => `account:a ${age}`),
      ...[0, 1].map((age) => `account:a keys ${age}`),
      ...[0, 1].map((age) => `ip:a ${age}`),
      ...[0, 1].map((age) => `ip:a accounts ${age}`),
      ...[0, 1, 2, 400].map((age) => `key:a ${age}`),
    ]);
  });

  test("is deleted in steps, so that no statement grows with the amount", async () => {
    await fill(
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
    const left = await kept();
    expect(left).toHaveLength(1_000);
    expect(left.every((row) => row.endsWith(" 0"))).toBe(true);
  });
});
