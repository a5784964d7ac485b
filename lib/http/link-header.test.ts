import { describe, expect, test } from "vitest";
import { routes } from "../routes.ts";
import { resources } from "../resources/resources.ts";
import { fastestDatabase } from "../../test/databases.ts";
import { behindProxy, freshAddress } from "../../test/quota-helpers.ts";
import { useService } from "../../test/service.ts";
import { notReadyResponse } from "./not-ready.ts";
import { createRequest } from "./request.ts";
import { createRouter } from "./router.ts";

const limit = 2;
const licence = "https://listings.example.com/licence";

const settings = { ...behindProxy, PUBLIC_DAILY_LIMIT: String(limit), DATA_LICENSE_URL: licence };
const service = useService(fastestDatabase, { settings });

const ask = (path: string, headers: Record<string, string> = {}, method = "GET") =>
  service.get(path, { method, headers: { "x-forwarded-for": freshAddress(), ...headers } });
const helpFor = (status: number) => `</docs/guides/errors#status-${status}>; rel="help"`;

describe("a list names the licence of its data", () => {
  test.each(resources.map(({ path }) => [path]))("%s", async (path) => {
    const whole = await ask(`/api/${path}`);
    const unchanged = await ask(`/api/${path}`, { "if-none-match": "*" });
    const head = await ask(`/api/${path}`, {}, "HEAD");

    expect([whole, unchanged, head].map((response) => [response.status, response.headers.get("link")])).toEqual(
      [200, 304, 200].map((status) => [status, `<${licence}>; rel="license"`]),
    );
  });

  test("a record and the quota have no link", async () => {
    for (const path of ["/api/shows/hamilton", "/api/quota", "/api/health"])
      expect((await ask(path)).headers.has("link")).toBe(false);
  });
});

describe("an error links to what to do about it", () => {
  test.each([
    ["an unknown path", "GET", "/api/no-such-path", {}, 404],
    ["an unknown record", "GET", "/api/shows/no-such-show", {}, 404],
    ["broken percent-encoding", "GET", "/api/shows/%E0%A4%A", {}, 400],
    ["an unknown parameter", "GET", "/api/on?surprise=1", {}, 400],
    ["a refused key", "GET", "/api/shows", { Authorization: "Bearer wrong" }, 401],
    ["a write without a session", "POST", "/api/shows", {}, 401],
    ["a method that the path lacks", "PATCH", "/api/shows", {}, 405],
  ])("%s", async (_name, method, path, headers, status) => {
    const response = await ask(path, headers, method);

    expect([response.status, response.headers.get("link")]).toEqual([status, helpFor(status)]);
  });

  test("also the refusal of a client that has used up its day", async () => {
    const client = { "x-forwarded-for": freshAddress() };
    for (let sent = 0; sent < limit; sent += 1) await ask("/api/shows", client);

    for (let sent = 0; sent < 3; sent += 1) {
      const refused = await ask("/api/shows", client);
      expect([refused.status, refused.headers.get("link")]).toEqual([429, helpFor(429)]);
    }
  });

  test("also the 503 of a process that can't open its database", async () => {
    const request = createRequest(
      { method: "GET", target: "/api/shows", header: () => undefined },
      createRouter(routes),
    );

    const { status, headers } = await notReadyResponse(request, new Error("no database"));

    expect([status, headers["Link"]]).toEqual([503, helpFor(503)]);
  });
});
