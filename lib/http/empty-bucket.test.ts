import { beforeEach, describe, expect, test } from "vitest";
import { Representation } from "../catalogue/representation.ts";
import { databaseKinds } from "../../test/databases.ts";
import { useService } from "../../test/service.ts";
import { quotaOf } from "../../test/quota-helpers.ts";
import { useStaff } from "../../test/staff-client.ts";
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
  const settings = { PUBLIC_DAILY_LIMIT: "1", ACCOUNT_DAILY_LIMIT: "1000000", CLIENT_ADDRESS: "forwarded:1" };
  const service = useService(databaseKind, { settings, extraRoutes: [counted], now: () => now });
  const staff = useStaff(service);
  beforeEach(() => {
    calls = 0;
  });

  type Ask = (path: string, tag?: string, init?: RequestInit) => Promise<Response>;

  /** Asks from an address of its own. */
  function newAddress(): Ask {
    const address = `192.0.2.${(addresses += 1)}`;
    return (path, tag, init) =>
      service.get(path, {
        ...init,
        headers: { "x-forwarded-for": address, ...(tag !== undefined && { "if-none-match": tag }) },
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
    return { tag: response.headers.get("etag") ?? "", headers: response.headers };
  };

  test.each(paths)("%s: the current tag is answered 304 with the headers of the answer, and HEAD too", async (path) => {
    const { tag, headers } = await answerOf(path);
    const ask = await emptied();

    for (const method of ["GET", "HEAD"]) {
      const again = await ask(path, `"x", ${tag}`, { method });

      expect([again.status, quotaOf(again).remaining]).toEqual([304, 0]);
      for (const name of ["etag", "cache-control", "vary", "link", "x-total-count"])
        expect([name, again.headers.get(name)]).toEqual([name, headers.get(name)]);
    }
  });

  test.each(paths)("%s: another tag and * are answered 429", async (path) => {
    await answerOf(path);
    const ask = await emptied();

    for (const tag of ['"x"', "*", ""]) {
      const refused = await ask(path, tag);
      expect([tag, refused.status, quotaOf(refused).remaining]).toEqual([tag, 429, 0]);
    }
  });

  test("neither a 304 nor a 429 runs the operation or computes anything", async () => {
    const { tag } = await answerOf("/api/counted");
    const ask = await emptied();
    await staff.send("PUT", "shows/hamilton", { description: "A change, so that nothing is held." });
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

  test("after a change an answer is held again when another caller has asked for it", async () => {
    const path = "/api/search/shows?q=hamilton";
    const { tag } = await answerOf(path);
    const ask = await emptied();
    await staff.send("PUT", "shows/hamilton", { description: `Changed at ${addresses}.` });

    expect((await ask(path, tag)).status).toBe(429);
    const { tag: newTag } = await answerOf(path);
    expect(newTag).not.toBe(tag);
    expect((await ask(path, tag)).status).toBe(429);
    expect((await ask(path, newTag)).status).toBe(304);
  });

  test.each([
    "/api/theatres",
    "/api/theatres/palace",
    "/api/theatres/palace/details",
    "/api/productions?theatre_id=palace",
    "/api/search/theatres?q=palace",
    "/api/shows/cats",
  ])("%s: the current tag is answered 304 after a change of another record", async (path) => {
    const { tag } = await answerOf(path);
    const ask = await emptied();
    const changed = await staff.send("PUT", "shows/hamilton", { description: `Changed for ${path}.` });
    expect(changed.status).toBe(200);

    expect((await ask(path, tag)).status).toBe(304);
  });

  test.each(["/api/shows", "/api/shows/hamilton", "/api/search/shows?q=hamilton", "/api/updates?limit=300"])(
    "%s: the tag is not answered 304 after a change of a record in it",
    async (path) => {
      const { tag } = await answerOf(path);
      const ask = await emptied();
      const changed = await staff.send("PUT", "shows/hamilton", { description: `Changed in ${path}.` });
      expect(changed.status).toBe(200);

      expect((await ask(path, tag)).status).toBe(429);
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
});

test("a read that checks If-None-Match answers all callers alike", () => {
  const conditional = routes.flatMap(({ path, operations }) =>
    Object.values(operations).flatMap(({ isConditional, access }) => (isConditional ? [{ path, access }] : [])),
  );

  expect(conditional.length).toBeGreaterThan(20);
  expect(conditional.filter(({ access }) => access !== undefined)).toEqual([]);
});
