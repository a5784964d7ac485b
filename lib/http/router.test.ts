import { z } from "zod";
import { describe, expect, test } from "vitest";
import { heldBytes } from "../../test/until.ts";
import { queryReader } from "./define-operation.ts";
import { parseTarget, createRouter } from "./router.ts";
import type { Route } from "./route.ts";

const route = (path: string): Route => ({ path, isMetered: true, operations: {} });
const [list, one, fixed, elsewhere] = [route("/shows"), route("/shows/{id}"), route("/shows/latest"), route("")];
const file: Route = { ...route("/shows/{id}.ics"), root: "feeds" };
const router = createRouter([list, one, fixed, file], elsewhere);
const values = z.array(z.string()).optional();
const readQuery = queryReader(z.object({ show_id: values, city: values }));

test.each(["/%", "/%4", "/%zz", "/%C3%28", "/%ED%A0%80", "/a/%/..", "/?%", "/?a=%E0%A4&b=1"])(
  "the target %s is not well formed",
  (raw) => {
    expect(parseTarget(raw).isWellFormed).toBe(false);
  },
);

describe("resolving a target", () => {
  test.each([
    ["api", ["/api", "/api/", "/%61%70%69/x", "/x/../api", "/api/auth/session"]],
    ["api", ["/feeds", "/feeds/auth/session", "/downloads/x"]],
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
