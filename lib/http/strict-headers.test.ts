import { describe, expect, test } from "vitest";
import { endOfDaySeconds, utcDay } from "../core/clock.ts";
import { routes } from "../routes.ts";
import { fastestDatabase } from "../../test/databases.ts";
import { useService } from "../../test/service.ts";
import { notReadyResponse } from "./not-ready.ts";
import { createRequest } from "./request.ts";
import { createRouter } from "./router.ts";
import { isStrictRoute } from "./respond.ts";
import type { Route } from "./route.ts";

const now = Date.parse("2026-11-23T12:00:00.500Z");
const untilMidnight = endOfDaySeconds(utcDay(now)) - Math.floor(now / 1000);
const limit = 5000;
const foreign = { Origin: "https://elsewhere.example" };
const preflight = { ...foreign, "Access-Control-Request-Method": "GET" };
const names = ["RateLimit-Policy", "RateLimit"];
const exposed = "X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, ETag, Retry-After, X-Request-Id, Link";

const service = useService(fastestDatabase, { settings: { PUBLIC_DAILY_LIMIT: String(limit) }, now: () => now });

const get = (path: string, headers: Record<string, string> = {}, method = "GET") =>
  service.get(path, { method, headers: { ...foreign, ...headers } });
const pathOf = ({ path }: Route) => `/api${path.replace(/\{\w+\}/, "hamilton")}`;
const strict = routes.filter(isStrictRoute);
const others = routes.filter((route) => !isStrictRoute(route));

test("the routes that refuse unknown parameters are, among others, those of details, sources and merges", () => {
  expect(strict.map(({ path }) => path.replace(/^\/[a-z-]+\/\{id\}/, ""))).toEqual(
    expect.arrayContaining(["/details", "/sources", "/merge"]),
  );
  expect(others.map(({ path }) => path)).toEqual(
    expect.arrayContaining(["/shows", "/shows/{id}", "/changes", "/activity", "/quota"]),
  );
});

describe("every response of a path that refuses unknown parameters", () => {
  test.each([
    ["a read", "GET", "/api/shows/hamilton/details", {}, 200],
    ["HEAD", "HEAD", "/api/shows/hamilton/sources", {}, 200],
    ["OPTIONS", "OPTIONS", "/api/shows/hamilton/sources", {}, 204],
    ["a preflight", "OPTIONS", "/api/shows/hamilton/details", preflight, 204],
    ["unchanged content", "GET", "/api/shows/hamilton/details", { "If-None-Match": "*" }, 304],
    ["an unknown parameter", "GET", "/api/shows/hamilton/details?surprise=1", {}, 400],
    ["a refused key", "GET", "/api/shows/hamilton/details", { Authorization: "Bearer wrong" }, 401],
    ["an unknown record", "GET", "/api/shows/nothing/details", {}, 404],
    ["a method that it lacks", "GET", "/api/shows/hamilton/merge", {}, 405],
  ])(
    "%s says the quota in the standard's words, which browsers may read",
    async (_name, method, path, headers, status) => {
      const response = await get(path, headers, method);

      expect(response.status).toBe(status);
      const remaining = response.headers.get("x-ratelimit-remaining");
      expect(names.map((name) => response.headers.get(name))).toEqual([
        `"daily";q=${limit};w=86400`,
        `"daily";r=${remaining};t=${untilMidnight}`,
      ]);
      expect(response.headers.get("access-control-expose-headers")).toBe(
        `${exposed}, X-Total-Count, RateLimit-Policy, RateLimit`,
      );
    },
  );

  test("a write without a session says it too, but to no other origin", async () => {
    const response = await get("/api/people/hamilton/merge", {}, "POST");

    expect(response.status).toBe(401);
    expect(names.every((name) => response.headers.has(name))).toBe(true);
    expect(response.headers.has("access-control-expose-headers")).toBe(false);
  });

  test("so does the 503 of a process that can't open its database", async () => {
    const answer = (target: string) =>
      notReadyResponse(
        createRequest({ method: "GET", target, header: () => undefined }, createRouter(routes)),
        new Error("no database"),
      );

    expect(Object.keys((await answer("/api/shows/hamilton/details")).headers)).toEqual(expect.arrayContaining(names));
    expect(Object.keys((await answer("/api/shows/hamilton")).headers)).not.toContain("RateLimit");
  });
});

test.each(others.map((route) => [pathOf(route)]))("%s sends none of it", async (path) => {
  for (const headers of [{}, preflight]) {
    const response = await get(path, headers, headers === preflight ? "OPTIONS" : "GET");
    const readable = response.headers.get("access-control-expose-headers");

    expect(names.filter((name) => response.headers.has(name))).toEqual([]);
    expect([exposed, null]).toContain(readable);
  }
});
