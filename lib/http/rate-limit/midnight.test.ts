import { beforeEach, describe, expect, test } from "vitest";
import { issuedKey } from "../../accounts/keys/schema.browser.ts";
import { fastestDatabase } from "../../../test/databases.ts";
import { developer, sendJson, withKey } from "../../../test/developer.ts";
import { behindProxy, burst, freshAddress, fromAddress, quotaOf } from "../../../test/quota-helpers.ts";
import { useService } from "../../../test/service.ts";

const midnight = Date.parse("2031-03-01T00:00:00Z");
const last = "Fri, 28 Feb 2031 23:59:59 GMT";
const first = "Sat, 01 Mar 2031 00:00:00 GMT";

describe("at midnight in UTC", () => {
  let clock = () => midnight - 1;
  const settings = { ...behindProxy, PUBLIC_DAILY_LIMIT: "3", KEY_DAILY_LIMIT: "3", ACCOUNT_DAILY_LIMIT: "40" };
  const service = useService(fastestDatabase, { settings, now: () => clock() });
  beforeEach(() => {
    clock = () => midnight - 1;
  });

  type Ask = () => Promise<Response>;
  const shows = (init: RequestInit) => () => service.get("/api/shows", init);
  const pairOf = async (grace: number) => {
    const owner = await developer(service);
    const old = await owner.makeKey();
    const fresh = issuedKey.parse((await owner.ask("POST", `/keys/${old.id}/rotate`, { grace_hours: grace })).body);
    return [old, fresh].map(({ key }) => shows(withKey(key)));
  };

  test.each<[caller: string, limit: number, asks: () => Promise<Ask[]>]>([
    ["an address", 3, async () => [shows(fromAddress(freshAddress()))]],
    ["an account", 40, async () => [shows({ headers: { cookie: (await developer(service)).cookie } })]],
    ["a key", 3, async () => [shows(withKey((await (await developer(service)).makeKey()).key))]],
    ["a key in its grace and the one that replaces it, together,", 3, () => pairOf(24)],
  ])("the quota of %s returns once", async (_caller, limit, make) => {
    const asks = await make();
    const uses = (ask: Ask) => burst(limit + 2, ask);
    const exactly = { 200: limit, 429: 2 };

    // A rotated key shares the count of the one that it replaces.
    for (const time of [null, midnight]) {
      if (time !== null) clock = () => time;
      for (const [index, ask] of asks.entries())
        expect((await uses(ask)).statuses).toEqual(index === 0 ? exactly : { 429: limit + 2 });
    }
    clock = () => midnight + 7 * 3_600_000;
    for (const ask of asks) expect((await ask()).status).toBe(429);
    // A clock that is set back finds the counts of that day.
    clock = () => midnight - 1;
    for (const ask of asks) expect((await ask()).status).toBe(429);
  });

  test("reset is the midnight after the second in Date, and Retry-After ends with it", async () => {
    const ask = shows(fromAddress(freshAddress()));
    const seen = async () => {
      const response = await ask();
      const { remaining, reset } = quotaOf(response);
      return [response.status, remaining, reset, response.headers.get("date"), response.headers.get("retry-after")];
    };

    await burst(2, ask);
    expect(await seen()).toEqual([200, 0, midnight / 1000, last, null]);
    expect(await seen()).toEqual([429, 0, midnight / 1000, last, "1"]);
    clock = () => midnight;
    expect(await seen()).toEqual([200, 2, midnight / 1000 + 86_400, first, null]);
  });

  test("a response produced across midnight belongs entirely to the new day", async () => {
    for (let early = 0; early <= 8; early += 1) {
      // Each reading of the clock advances it, so that every request passes midnight at a different step.
      let time = midnight - early;
      clock = () => (time += 1);
      const response = await service.get("/api/shows", fromAddress(freshAddress()));
      const second = Date.parse(response.headers.get("date") ?? expect.fail()) / 1000;
      expect([response.status, quotaOf(response)]).toEqual([
        200,
        { limit: 3, remaining: 2, reset: (Math.floor(second / 86_400) + 1) * 86_400 },
      ]);
    }
  });

  test("an account that has made its twenty keys of the day, rotations and revoked ones included, can make more", async () => {
    const owner = await developer(service);
    const order = () => sendJson(service, "POST", "/keys", { name: "k" }, { cookie: owner.cookie });
    let { id } = await owner.makeKey();
    for (let count = 1; count < 20; count += 1)
      ({ id } = issuedKey.parse((await owner.ask("POST", `/keys/${id}/rotate`, {})).body));

    clock = () => midnight - 4 * 3_600_000;
    for (const refused of [await order(), await owner.ask("POST", `/keys/${id}/rotate`, {})]) {
      expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, String(4 * 3600)]);
      expect(refused.body).toEqual({
        error: "Rate limit exceeded",
        message: expect.stringContaining("limit of 20 new keys a day, rotations included"),
        limit: 20,
        reset: midnight / 1000,
      });
      expect(refused.headers.get("x-ratelimit-limit")).toBe("40");
    }
    // The key to be rotated still works, and can be revoked.
    expect((await owner.ask("DELETE", `/keys/${id}`)).body).toMatchObject({ id });
    clock = () => midnight;
    expect((await order()).status).toBe(201);
  });
});
