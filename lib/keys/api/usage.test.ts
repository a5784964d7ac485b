import { describe, expect, test } from "vitest";
import { listedKey, usageDay } from "../schema.browser.ts";
import { developer, withKey, invalidFieldsOf, type Developer } from "../../../test/developer.ts";
import { fastestDatabase } from "../../../test/databases.ts";
import { useInstances } from "../../../test/instances.ts";
import { type TestService } from "../../../test/service.ts";
import { burst, quotaOf } from "../../../test/quota-helpers.ts";
import { stores } from "../../../test/stores.ts";

const usageOf = async (owner: Developer, id: string, query = "") =>
  usageDay.array().parse((await owner.ask("GET", `/keys/${id}/usage${query}`)).body);
const keyOf = async (owner: Developer, id: string) =>
  listedKey
    .array()
    .parse((await owner.ask("GET", "/keys")).body)
    .find((key) => key.id === id);

describe.each(stores)("the use of a key, counted in %s", (store) => {
  const [service, other] = useInstances(store, () => ({}));

  test("is 37 after 37 calls, in the list, on the last day, and by what remains", async () => {
    const owner = await developer(service);
    const { id, key } = await owner.makeKey();

    await burst(37, (index) => (index % 3 ? service : other).get("/api/shows", withKey(key)));
    // Reading the shared figure is free.
    const quota = await other.get("/api/quota", withKey(key));

    expect(10_000 - quotaOf(quota).remaining).toBe(37);
    for (const one of [service, other]) {
      const there = { ...owner, ask: askThrough(one, owner) };
      expect(await keyOf(there, id)).toMatchObject({ used_today: 37, daily_limit: 10_000 });
      expect((await usageOf(there, id)).at(-1)?.requests).toBe(37);
    }
  });

  test("above the limit is the limit, and refused requests are listed separately", async () => {
    const owner = await developer(service);
    const { id, key } = await owner.makeKey();
    await service.infrastructure.database.query("UPDATE api_keys SET daily_limit = 20 WHERE id = $1", [id]);

    await burst(25, () => service.get("/api/shows", withKey(key)));

    expect(await keyOf(owner, id)).toMatchObject({ used_today: 20, daily_limit: 20 });
    expect((await usageOf(owner, id, "?include=refused")).at(-1)).toMatchObject({ requests: 20, refused: 5 });
    expect((await usageOf(owner, id)).at(-1)).not.toHaveProperty("refused");
  });
});

describe("a key's days", () => {
  let time = Date.parse("2031-03-01T23:59:58Z");
  const [service, other] = useInstances(fastestDatabase, () => ({ now: () => time }));

  test("are listed from the oldest to today, in UTC, also without a request", async () => {
    time = Date.parse("2031-03-01T23:59:58Z");
    const owner = await developer(service);
    const [{ id, key }, another] = [await owner.makeKey(), await owner.makeKey()];
    await burst(3, () => service.get("/api/shows", withKey(key)));
    await burst(5, () => service.get("/api/shows", withKey(another.key)));
    time += 2_000;

    expect(await usageOf(owner, id, "?days=3")).toEqual([
      { date: "2031-02-28", requests: 0 },
      { date: "2031-03-01", requests: 3 },
      { date: "2031-03-02", requests: 0 },
    ]);
    expect(await keyOf(owner, id)).toMatchObject({ used_today: 0 });
    await service.get("/api/shows", withKey(key));
    expect(await usageOf(owner, id, "?days=3&include=refused")).toEqual([
      { date: "2031-02-28", requests: 0, refused: 0 },
      { date: "2031-03-01", requests: 3, refused: 0 },
      { date: "2031-03-02", requests: 1, refused: 0 },
    ]);
    expect((await usageOf(owner, id, "?days=2")).map(({ requests }) => requests)).toEqual([3, 1]);
    expect(await keyOf(owner, id)).toMatchObject({ used_today: 1 });
  });

  test("are thirty, or as many as requested, up to 366", async () => {
    const owner = await developer(service);
    const { id } = await owner.makeKey();

    for (const [query, days] of [
      ["", 30],
      ["?days=1", 1],
      ["?days=366", 366],
      ["?days=7&days=9&other=1", 7],
    ] as const) {
      expect(await usageOf(owner, id, query)).toHaveLength(days);
    }
    for (const days of ["0", "367", "1000", "-1", "1.5", "1e2", "", "seven", "%20", "%00"]) {
      const answer = await owner.ask("GET", `/keys/${id}/usage?days=${days}`);
      expect([days, answer.status, invalidFieldsOf(answer)]).toEqual([days, 400, ["days"]]);
      expect(answer.text).toContain("must be a whole number from 1 to 366");
    }
    const both = await owner.ask("GET", `/keys/${id}/usage?days=0&include=everything`);
    expect(invalidFieldsOf(both)).toEqual(["days", "include"]);
  });

  test("show the last use, to within a minute, on every instance", async () => {
    time = Date.parse("2031-03-05T12:00:00Z");
    const owner = await developer(service);
    const { id, key } = await owner.makeKey();

    for (const step of [0, 20_000, 45_000, 3_600_000]) {
      time += step;
      await service.get("/api/shows", withKey(key));
      const seen = Date.parse((await keyOf(owner, id))?.last_used_at ?? "");
      expect(Math.abs(time - seen)).toBeLessThan(60_000);
      await other.get("/api/shows", withKey(key));
    }
  });
});

/** The same account on another instance. */
function askThrough(service: TestService, { cookie }: Developer): Developer["ask"] {
  return async (method, path) => {
    const response = await service.get(`/api${path}`, { method, headers: { cookie } });
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, body: JSON.parse(text) };
  };
}
