import { describe, expect, test } from "vitest";
import { fastestDatabase } from "../../test/databases.ts";
import { routes } from "../routes.ts";
import { useService } from "../../test/service.ts";

const service = useService(fastestDatabase, { settings: { PUBLIC_DAILY_LIMIT: "1000" } });

const origin = { Origin: "https://elsewhere.example" };
const exposed = [
  "X-RateLimit-Limit",
  "X-RateLimit-Remaining",
  "X-RateLimit-Reset",
  "ETag",
  "Retry-After",
  "X-Request-Id",
  "Link",
];

describe("any origin may read", () => {
  test.each([
    ["GET", "/api/shows", 200],
    ["HEAD", "/api/shows", 200],
    ["OPTIONS", "/api/shows", 204],
    ["GET", "/api/shows/nothing", 404],
    ["GET", "/api/nothing", 404],
    ["GET", "/api/shows/%", 400],
    ["GET", "/api/quota", 200],
    ["GET", "/api/health", 200],
  ])("%s %s (%i)", async (method, path, status) => {
    const response = await service.get(path, { method, headers: origin });

    expect([response.status, response.headers.get("access-control-allow-origin")]).toEqual([status, "*"]);
  });

  test.each([
    ["a refused key", { Authorization: "Bearer wrong" }, 401],
    ["unchanged content", { "If-None-Match": "*" }, 304],
  ])("%s", async (_name, headers, status) => {
    const response = await service.get("/api/shows", { headers: { ...origin, ...headers } });

    expect(response.status).toBe(status);
    expect(response.headers.get("access-control-allow-origin")).toBe("*");
    expect(response.headers.get("access-control-expose-headers")?.split(", ")).toEqual(exposed);
    expect(response.headers.has("access-control-allow-credentials")).toBe(false);
  });
});

describe("a preflight", () => {
  test.each(["/api/shows", "/api/shows/hamilton", "/api/quota", "/api/nothing", "/api/health"])(
    "of %s gets a 204 that browsers cache for a day, and is not counted",
    async (path) => {
      const before = await remaining();

      const response = await preflight(path, "GET");

      expect([response.status, await response.text()]).toEqual([204, ""]);
      expect(response.headers.get("access-control-allow-origin")).toBe("*");
      expect(response.headers.get("access-control-allow-methods")).toBe("GET, HEAD, OPTIONS");
      expect(response.headers.get("access-control-allow-headers")).toBe("Authorization, If-None-Match, Content-Type");
      expect(response.headers.get("access-control-max-age")).toBe("86400");
      expect(response.headers.has("access-control-allow-credentials")).toBe(false);
      expect(before - (await remaining())).toBe(0);
    },
  );

  test.each(["POST", "PUT", "PATCH", "DELETE"])("for %s allows reads only", async (method) => {
    const response = await preflight("/api/shows", method);

    expect(response.headers.get("access-control-allow-methods")).toBe("GET, HEAD, OPTIONS");
  });

  test("without Access-Control-Request-Method is a plain OPTIONS request, which is counted", async () => {
    const before = await remaining();

    const response = await service.get("/api/shows", { method: "OPTIONS", headers: origin });

    expect(response.status).toBe(204);
    expect(response.headers.get("allow")).toMatch(/^GET, HEAD, .*OPTIONS$/);
    expect(before - (await remaining())).toBe(1);
  });
});

test.each(["POST", "PUT", "PATCH", "DELETE"])("%s sends no CORS headers", async (method) => {
  const response = await service.get("/api/shows", { method, headers: origin });

  expect(response.headers.has("access-control-allow-origin")).toBe(false);
});

test.each(routes.map(({ path }) => path).filter((path) => /^\/(keys|account)(\/|$)/.test(path)))(
  "%s sends no CORS headers, neither for reads nor for preflights",
  async (path) => {
    const target = `/api${path.replace(/\{\w+\}/, "anything")}`;
    const answers = [
      ...["GET", "HEAD", "OPTIONS", "DELETE"].map((method) => service.get(target, { method, headers: origin })),
      preflight(target, "GET"),
    ];

    for (const { headers } of await Promise.all(answers))
      expect(headers.has("access-control-allow-origin")).toBe(false);
  },
);

function preflight(path: string, method: string): Promise<Response> {
  return service.get(path, {
    method: "OPTIONS",
    headers: { ...origin, "Access-Control-Request-Method": method, "Access-Control-Request-Headers": "authorization" },
  });
}

async function remaining(): Promise<number> {
  return ((await (await service.get("/api/quota")).json()) as { remaining: number }).remaining;
}
