import { describe, expect, test } from "vitest";
import { deleteOldKeyRequests } from "../request-queries.ts";
import { routeUsage, usageDay, type RouteUsage } from "../schema.browser.ts";
import { databaseKinds } from "../../../test/databases.ts";
import { useInstances } from "../../../test/instances.ts";
import { developer, invalidFieldsOf, withKey, type Developer } from "../../../test/developer.ts";
import { burst } from "../../../test/quota-helpers.ts";
import { stores } from "../../../test/stores.ts";

async function byRouteOf(owner: Developer, id: string, days = 1): Promise<RouteUsage[]> {
  return routeUsage.array().parse((await owner.ask("GET", `/keys/${id}/usage?by=route&days=${days}`)).body);
}

const summed = (rows: RouteUsage[], member: Exclude<keyof RouteUsage, "date" | "route">) =>
  rows.reduce((sum, row) => sum + row[member], 0);

describe.each(stores)("the use of a key by route, counted in %s", (store) => {
  const [service, other] = useInstances(store, () => ({}));

  test("adds up to the limiter's figure, with free requests, refused ones and several instances", async () => {
    const owner = await developer(service);
    const { id, key } = await owner.makeKey();
    const { database } = service.infrastructure;
    await database.query("UPDATE api_keys SET daily_limit = 40 WHERE id = $1", [id]);
    // With the key, because all tests of a run share the allowance of this machine's address in one Redis.
    const first = await other.get("/api/shows", withKey(key));
    expect(first.status).toBe(200);
    const etag = first.headers.get("etag") ?? "";
    const unchanged = { headers: { ...withKey(key).headers, "If-None-Match": etag } };
    const one = (index: number) => (index % 2 ? service : other);

    await burst(19, (index) => one(index).get("/api/shows", withKey(key)));
    await burst(5, (index) => one(index).get("/api/shows", unchanged));
    await burst(6, (index) => one(index).get("/api/shows/no-such-show", withKey(key)));
    await burst(3, (index) => one(index).get("/api/quota", withKey(key)));
    await burst(4, (index) => one(index).get("/api/showz", withKey(key)));
    await burst(20, (index) => one(index).get("/api/people", withKey(key)));
    await burst(2, (index) => one(index).get("/api/shows", unchanged));
    await owner.ask("DELETE", `/keys/${id}`);
    await burst(4, (index) => one(index).get("/api/theatres", withKey(key)));
    await other.infrastructure.flush();

    const rows = await byRouteOf(owner, id);
    const [today] = usageDay.array().parse((await owner.ask("GET", `/keys/${id}/usage?days=1&include=refused`)).body);
    expect(today).toMatchObject({ requests: 40 });
    expect(summed(rows, "counted")).toBe(40);
    const found = Object.fromEntries(rows.map(({ route, date: _date, ...counts }) => [String(route), counts]));
    expect(found).toMatchObject({
      "/api/quota": { "2xx": 3, "3xx": 0, "4xx": 0, "5xx": 0, counted: 0 },
      "/api/shows": { "2xx": 20, "3xx": 7, "4xx": 0, "5xx": 0, counted: 20 },
      "/api/shows/{id}": { "2xx": 0, "3xx": 0, "4xx": 6, "5xx": 0, counted: 6 },
      null: { "2xx": 0, "3xx": 0, "4xx": 4, "5xx": 0, counted: 4 },
      "/api/people": { "2xx": 10, "3xx": 0, "4xx": 10, "5xx": 0, counted: 10 },
      "/api/theatres": { "2xx": 0, "3xx": 0, "4xx": 4, "5xx": 0, counted: 0 },
    });
    expect(rows.map(({ route }) => route)).toEqual([
      "/api/people",
      "/api/quota",
      "/api/shows",
      "/api/shows/{id}",
      "/api/theatres",
      null,
    ]);
  });

  test("also adds up when another instance has revoked the key, and counts one more request before it knows", async () => {
    const owner = await developer(service);
    const { id, key } = await owner.makeKey();
    await burst(4, (index) => (index % 2 ? service : other).get("/api/shows", withKey(key)));
    await owner.ask("DELETE", `/keys/${id}`);
    const refused = await burst(3, () => other.get("/api/shows", withKey(key)));
    await other.infrastructure.flush();

    expect(refused.statuses).toEqual({ 401: 3 });
    const rows = await byRouteOf(owner, id);
    const [today] = usageDay.array().parse((await owner.ask("GET", `/keys/${id}/usage?days=1`)).body);
    expect([summed(rows, "2xx"), summed(rows, "4xx")]).toEqual([4, 3]);
    expect(summed(rows, "counted")).toBe(today?.requests);
  });

  test("is the old key's on the day of a rotation, as its count is", async () => {
    const owner = await developer(service);
    const { id, key } = await owner.makeKey();
    await burst(3, () => service.get("/api/shows", withKey(key)));
    const renewed = (await owner.ask("POST", `/keys/${id}/rotate`, { grace_hours: 1 })).body as {
      id: string;
      key: string;
    };
    await burst(4, () => other.get("/api/shows", withKey(renewed.key)));
    await other.infrastructure.flush();

    expect(await byRouteOf(owner, id)).toMatchObject([{ route: "/api/shows", "2xx": 7, counted: 7 }]);
    expect(await byRouteOf(owner, renewed.id)).toEqual([]);
  });
});

describe.each(databaseKinds)("the use of a key by route (%s)", (kind) => {
  let time = Date.now();
  const [service] = useInstances(kind, () => ({ now: () => time }));

  test("is kept by UTC day, and of as many days as requested", async () => {
    time = Date.parse("2031-03-01T23:59:58Z");
    const owner = await developer(service);
    const { id, key } = await owner.makeKey();
    await service.get("/api/shows", withKey(key));
    time += 2_000;
    await burst(2, () => service.get("/api/shows", withKey(key)));

    const counts = { route: "/api/shows", "3xx": 0, "4xx": 0, "5xx": 0 };
    const second = { date: "2031-03-02", ...counts, "2xx": 2, counted: 2 };
    expect(await byRouteOf(owner, id, 2)).toEqual([{ date: "2031-03-01", ...counts, "2xx": 1, counted: 1 }, second]);
    expect(await byRouteOf(owner, id, 1)).toEqual([second]);
  });

  test("leaves the answer without `by` as it is, and is refused in any other spelling", async () => {
    const owner = await developer(service);
    const { id, key } = await owner.makeKey();
    await service.get("/api/shows", withKey(key));

    const plain = await owner.ask("GET", `/keys/${id}/usage?days=1`);
    expect(plain.text).toBe(`[{"date":"${new Date(time).toISOString().slice(0, 10)}","requests":1}]`);
    expect(invalidFieldsOf(await owner.ask("GET", `/keys/${id}/usage?by=path`))).toEqual(["by"]);
  });

  test("is deleted after 400 days", async () => {
    const owner = await developer(service);
    const { id } = await owner.makeKey();
    const { database } = service.infrastructure;
    await database.query(
      `INSERT INTO route_usage SELECT $1, (now() AT TIME ZONE 'UTC')::date - age, '/api/shows', 1, 0, 0, 0, 1
       FROM unnest($2::int[]) AS age`,
      [id, [0, 400, 401]],
    );

    await deleteOldKeyRequests(database);

    const rows = await database.query(
      "SELECT (now() AT TIME ZONE 'UTC')::date - day AS age FROM route_usage WHERE key_id = $1 ORDER BY age",
      [id],
    );
    expect(rows).toEqual([{ age: 0 }, { age: 400 }]);
  });
});
