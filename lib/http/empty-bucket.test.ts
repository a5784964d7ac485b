import { beforeEach, describe, expect, test } from "vitest";
import { generateKey } from "./access/key.ts";
import { Representation } from "../catalogue/representation.ts";
import { databaseKinds } from "../../test/databases.ts";
import { useService } from "../../test/service.ts";
import { developer, withKey, type Developer } from "../../test/developer.ts";
import { burst, quotaOf } from "../../test/quota-helpers.ts";
import { useStaff } from "../../test/signed-in.ts";
import { routes } from "../routes.ts";
import type { Route } from "./route.ts";

let calls = 0;
const counted: Route = {
  path: "/counted",
  isMetered: true,
  operations: {
    GET: {
      isConditional: true,
      handle: () => {
        calls += 1;
        return { body: Representation.json("the same"), isConditional: true };
      },
    },
  },
};

const paths = [
  "/api/counted",
  "/api/shows",
  "/api/productions?theatre_id=palace",
  "/api/shows/hamilton",
  "/api/shows/hamilton/details",
  "/api/shows/hamilton/productions",
  "/api/search?q=ham",
  "/api/search/people?limit=3&sort=-name&count=exact",
  "/api/updates?limit=300",
  "/api/updates?afterChangeNumber=999999",
  "/api/on?include=cast",
  "/api/openapi.json",
];

describe.each(databaseKinds)("with an empty bucket (%s)", (databaseKind) => {
  let now = Date.parse("2026-11-23T12:00:00Z");
  let addresses = 0;

  // Each address has one request a day.
  const settings = { PUBLIC_DAILY_LIMIT: "1", ACCOUNT_DAILY_LIMIT: "100", CLIENT_ADDRESS: "forwarded:1" };
  const service = useService(databaseKind, { settings, extraRoutes: [counted], now: () => now });
  const staff = useStaff(service);
  beforeEach(() => {
    calls = 0;
  });

  type Ask = (
    path: string,
    tag?: string,
    init?: { method?: string; headers?: Record<string, string> },
  ) => Promise<Response>;

  /** Asks from an address of its own. */
  function newAddress(): Ask {
    const address = `192.0.2.${(addresses += 1)}`;
    return (path, tag, init) =>
      service.get(path, {
        ...init,
        headers: { "x-forwarded-for": address, ...(tag !== undefined && { "if-none-match": tag }), ...init?.headers },
      });
  }

  async function emptied(): Promise<Ask> {
    const ask = newAddress();
    expect(quotaOf(await ask("/api/theatres/palace")).remaining).toBe(0);
    return ask;
  }

  const answerOf = async (path: string) => {
    const response = await newAddress()(path);
    expect([path, response.status]).toEqual([path, 200]);
    return { tag: response.headers.get("etag") ?? expect.fail(), headers: response.headers };
  };

  test.each(paths)(
    "%s: the current tag is answered 304 with the headers of the answer, and HEAD too; another tag and * are answered 429",
    async (path) => {
      const { tag, headers } = await answerOf(path);
      const ask = await emptied();

      for (const method of ["GET", "HEAD"]) {
        const again = await ask(path, `"x", ${tag}`, { method });

        expect([again.status, quotaOf(again).remaining]).toEqual([304, 0]);
        for (const name of ["etag", "cache-control", "vary", "link", "x-total-count"])
          expect([name, again.headers.get(name)]).toEqual([name, headers.get(name)]);
      }
      for (const other of ['"x"', "*", ""]) {
        const refused = await ask(path, other);
        expect([other, refused.status, quotaOf(refused).remaining]).toEqual([other, 429, 0]);
      }
    },
  );

  test("neither a 304 nor a 429 runs the operation or computes anything", async () => {
    const { tag } = await answerOf("/api/counted");
    const ask = await emptied();
    // A change by another process, which this one has not read.
    await service.infrastructure.database.query("UPDATE shows SET description = 'Unread' WHERE id = 'hamilton'", []);
    const before = JSON.stringify(service.infrastructure.catalogue.figures.read);

    const statuses = await Promise.all(
      Array.from({ length: 50 }, async (_, n) => {
        const path = paths[n % paths.length] ?? "";
        return (await ask(path, n % 2 === 0 ? '"x"' : tag)).status;
      }),
    );

    expect(statuses).toEqual(Array(50).fill(429));
    expect(JSON.stringify(service.infrastructure.catalogue.figures.read)).toBe(before);
    expect(calls).toBe(1);
  });

  test.each([
    ["is answered 304 after a change of another record", 304, "/api/theatres"],
    ["is answered 304 after a change of another record", 304, "/api/theatres/palace/details"],
    ["is answered 304 after a change of another record", 304, "/api/productions?theatre_id=palace"],
    ["is answered 304 after a change of another record", 304, "/api/search/theatres?q=palace"],
    ["is answered 304 after a change of another record", 304, "/api/shows/cats"],
    ["is not answered 304 after a change of a record in it", 429, "/api/shows"],
    ["is not answered 304 after a change of a record in it", 429, "/api/shows/hamilton"],
    ["is not answered 304 after a change of a record in it", 429, "/api/search/shows?q=hamilton"],
    ["is not answered 304 after a change of a record in it", 429, "/api/updates?limit=300"],
  ])(
    "the current tag %s (%i, %s); the answer is held again when another caller has asked for it",
    async (_, status, path) => {
      const { tag } = await answerOf(path);
      const ask = await emptied();
      const changed = await staff.send("PUT", "shows/hamilton", { description: `Changed for ${path}.` });
      expect([changed.status, (await ask(path, tag)).status]).toEqual([200, status]);

      const { tag: newTag } = await answerOf(path);
      expect(newTag === tag).toBe(status === 304);
      expect((await ask(path, newTag)).status).toBe(304);
      expect((await ask(path, tag)).status).toBe(status);
    },
  );

  test("on the next day in London an answer is not held", async () => {
    now = Date.parse("2026-06-30T22:59:59Z");
    const { tag } = await answerOf("/api/on");
    const ask = await emptied();
    expect((await ask("/api/on", tag)).status).toBe(304);

    // The quota's day ends an hour later.
    now = Date.parse("2026-06-30T23:00:00Z");
    expect((await ask("/api/on", tag)).status).toBe(429);
    now = Date.parse("2026-11-23T12:00:00Z");
  });

  test("* costs a request, and is answered 304", async () => {
    const ask = newAddress();

    const answer = await ask("/api/shows", "*");
    expect([answer.status, quotaOf(answer).remaining]).toEqual([304, 0]);
    expect((await ask("/api/shows", "*")).status).toBe(429);
  });

  describe("an account without requests left", () => {
    let owner: Developer;
    const own = (path: string) => owner.ask("GET", path);
    beforeEach(async () => {
      now = Date.parse("2026-11-23T12:00:30Z");
      owner = await developer(service);
    });

    test("can still revoke a leaked key, sees that nothing remains, and gets 429 on every other path", async () => {
      const { id, key } = await owner.makeKey();
      await burst(99, () => service.get("/api/shows/none", { headers: { cookie: owner.cookie } }));

      const revoked = await owner.ask("DELETE", `/keys/${id}`);

      const quota = quotaOf(new Response(null, revoked));
      expect([revoked.status, quota]).toMatchObject([200, { limit: 100, remaining: 0 }]);
      expect((await service.get("/api/shows", withKey(key))).status).toBe(401);
      for (const path of ["/accounts", "/shows", "/keysmith", "/accounts/none"])
        expect(await own(path)).toMatchObject({ status: 429, body: { limit: 100 } });
    });

    test("gets exactly sixty answers a minute about its keys and itself", async () => {
      await burst(101, () => service.get("/api/shows/none", { headers: { cookie: owner.cookie } }));
      const paths = ["/keys", "/account", "/account/sessions", "/keys/none/usage"];

      const answers = await Promise.all(
        Array.from({ length: 80 }, (_, index) => own(paths[index % 4] ?? expect.fail())),
      );

      const refused = answers.filter(({ status }) => status === 429);
      expect(answers.filter(({ status }) => status === 200 || status === 404)).toHaveLength(60);
      expect(refused).toHaveLength(20);
      for (const { body, headers } of refused) {
        const message: unknown = expect.stringContaining("60 times a minute");
        expect(body).toEqual({ error: "Rate limit exceeded", message, limit: 60, reset: (now + 30_000) / 1000 });
        expect([headers.get("retry-after"), headers.get("x-ratelimit-remaining")]).toEqual(["30", "0"]);
      }
      now += 30_000;
      expect((await own("/keys")).status).toBe(200);
    });
  });

  test("a caller who is not signed in gets no answer about an account beyond its quota", async () => {
    const ask = newAddress();

    const statuses = [];
    for (const path of ["/api/keys", "/api/keys", "/api/account"]) statuses.push((await ask(path)).status);
    expect(statuses).toEqual([401, 429, 429]);
  });

  test("a refused caller with a key is counted each time, and Retry-After decreases every second", async () => {
    const ask = await emptied();
    const wait = async () => Number((await ask("/api/shows")).headers.get("retry-after"));
    const before = await wait();
    now += 1_000;
    expect(await wait()).toBe(before - 1);

    const counted = () =>
      service.infrastructure.database.query<{ refused: number }>(
        "SELECT refused::int AS refused FROM daily_usage WHERE subject = $1",
        [`ip:192.0.2.${addresses}`],
      );
    const [first = expect.fail()] = await counted();
    for (let again = 0; again < 3; again += 1)
      expect(
        (await ask("/api/shows", undefined, { headers: { authorization: `Bearer ${generateKey().secret}` } })).status,
      ).toBe(401);
    expect(await counted()).toEqual([{ refused: first.refused + 3 }]);
  });
});

test("a read that checks If-None-Match answers all callers alike", () => {
  const conditional = routes.flatMap(({ path, operations }) =>
    Object.values(operations).flatMap(({ isConditional, access }) => (isConditional ? [{ path, access }] : [])),
  );

  expect(conditional.length).toBeGreaterThan(20);
  expect(conditional.filter(({ access }) => access !== undefined)).toEqual([]);
});
