import { z } from "zod";
import { describe, expect, test } from "vitest";
import { heldBytes } from "../../test/held-bytes.ts";
import { queryReader } from "./define-operation.ts";
import { parseTarget, queryValues, createRouter } from "./router.ts";
import type { Route } from "./route.ts";

describe("parsing a target", () => {
  test.each([
    ["/api/shows", ["api", "shows"], "", "/api/shows"],
    ["/api/shows/?a=1", ["api", "shows"], "a=1", "/api/shows/?a=1"],
    ["/api/shows?a=/x/../y", ["api", "shows"], "a=/x/../y", "/api/shows?a=/x/../y"],
    ["/a/./b/../c", ["a", "c"], "", "/a/c"],
    ["/a/%2E%2e/c", ["c"], "", "/c"],
    ["/a/b/..", ["a"], "", "/a/"],
    ["/..", [], "", "/"],
    ["/a%2F..%2Fb", ["a/../b"], "", "/a%2F..%2Fb"],
    ["/%61pi", ["api"], "", "/%61pi"],
    ["//api", ["", "api"], "", "//api"],
    ["http://host/api?x", ["api"], "x", "/api?x"],
    ["HTTPS://user:secret@host:8/api", ["api"], "", "/api"],
    ["http://host", [], "", "/"],
    ["http://host?x=1", [], "x=1", "/?x=1"],
    ["/api#part?x=1", ["api"], "", "/api"],
    ["*", ["*"], "", "/*"],
    ["", [], "", "/"],
  ])("%s", (raw, segments, search, href) => {
    expect(parseTarget(raw)).toMatchObject({ segments, search, href, isWellFormed: true });
  });

  test.each(["/%", "/%4", "/%zz", "/%C3%28", "/%ED%A0%80", "/a/%/..", "/?%", "/?a=%E0%A4&b=1"])(
    "%s is not well formed",
    (raw) => {
      expect(parseTarget(raw).isWellFormed).toBe(false);
    },
  );
});

const route = (path: string): Route => ({ path, isMetered: true, operations: {} });
const [list, one, fixed, elsewhere] = [route("/shows"), route("/shows/{id}"), route("/shows/latest"), route("")];
const file: Route = { ...route("/shows/{id}.ics"), root: "feeds" };
const router = createRouter([list, one, fixed, file], elsewhere);
const values = z.array(z.string()).optional();
const readQuery = queryReader(z.object({ show_id: values, city: values }));

describe("resolving a target", () => {
  test.each([
    [
      "api",
      [
        "/api",
        "/api/",
        "/%61%70%69/x",
        "/x/../api",
        "/api/auth/session",
        "/feeds",
        "/feeds/auth/session",
        "/downloads/x",
      ],
    ],
    ["pages", ["/apis", "/API", "/api%2Fshows", "//api"]],
  ])("%s answers %j", (owner, targets) => {
    for (const raw of targets) expect([raw, router(raw).owner]).toEqual([raw, owner]);
  });

  test.each([
    ["/api/shows", list, {}],
    ["/api/shows/", list, {}],
    ["/api/shows/hamilton?x=1", one, { id: "hamilton" }],
    ["/api/shows/a%2Fb", one, { id: "a/b" }],
    ["/api/shows/latest", fixed, {}],
    ["/api/shows%2Flatest", null, {}],
    ["/api/shows/a/b", null, {}],
    ["/", elsewhere, {}],
    ["/feeds/shows/hamilton.ics?x=1", file, { id: "hamilton" }],
    ["/feeds/shows/a%2Fb.ics.ics", file, { id: "a/b.ics" }],
    ["/feeds/shows/hamilton", elsewhere, {}],
    ["/feeds/shows", elsewhere, {}],
    ["/api/shows/hamilton.ics", one, { id: "hamilton.ics" }],
  ])("%s matches its route, also from the cache", (raw, expected, params) => {
    for (const resolved of [router(raw), router(raw)]) expect(resolved).toMatchObject({ route: expected, params });
  });

  test("a query parses to the same value for any order of its parameters", () => {
    const texts = ["city=b&show_id=x&city=a", "show_id=x&city=a&city=b&other=1"].map((search) =>
      JSON.stringify(readQuery(router(`/api/shows?${search}`).target)),
    );

    expect(texts).toEqual(Array.from({ length: 2 }, () => '{"show_id":["x"],"city":["a","b"]}'));
  });

  test.each([
    [20_000, "short", 60],
    [20_000, "long", 490],
    [2_000, "very long", 8_000],
  ])(
    "%i %s targets, cut out of heads of 8 kB, use no more memory than the cache allows",
    { tags: ["full"] },
    async (count, _, length) => {
      const filled = createRouter([list]);
      const before = await heldBytes();

      for (let asked = 0; asked < count; asked += 1) {
        const search = `show_id=${asked}${"&city=a".repeat((length - 30) / 7)}`;
        const head = Buffer.from(`GET /api/shows?${search} HTTP/1.1\r\nA: ${"x".repeat(8_000)}`).toString("latin1");
        readQuery(filled(head.slice(4, head.indexOf(" HTTP"))).target);
      }

      expect((await heldBytes()) - before).toBeLessThan(5 * 1024 * 1024);
      expect(filled("/api/shows").route).toBe(list);
    },
  );
});

describe("the values of a query", () => {
  test.each([
    ["show_id=a&show_id=b&other=c", { show_id: ["a", "b"] }],
    ["show_id=a+b%20c", { show_id: ["a b c"] }],
    ["show_id", { show_id: [""] }],
    ["show%5Fid=a", { show_id: ["a"] }],
    ["SHOW_ID=a", {}],
    ["__proto__=a&constructor=b", {}],
    ["", {}],
  ])("%s", (search, values) => {
    expect(queryValues(search, ["show_id"])).toEqual(values);
  });
});
