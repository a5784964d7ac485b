import { describe, expect, test } from "vitest";
import { fastestDatabase } from "../../../test/databases.ts";
import { useService } from "../../../test/service.ts";
import { behindProxy, burst, countdown, freshAddress, fromAddress, quotaOf } from "../../../test/quota-helpers.ts";

const noon = Date.parse("2031-05-05T12:00:00Z");

describe("daily limits over HTTP", () => {
  const service = useService(fastestDatabase, { settings: behindProxy, now: () => noon });

  test("of 300 concurrent requests that name other clients exactly 100 pass, each with its own figure, what is free counts nothing, and the next gets a remedy", async () => {
    const address = freshAddress();
    const asking = { Origin: "https://a.example", "Access-Control-Request-Method": "GET" };
    /** What a preflight and a read of the quota, which are free, say is left. */
    const left = async () => {
      const preflight = { method: "OPTIONS", ...fromAddress(address, asking) };
      const free = [await service.get("/api/quota", fromAddress(address)), await service.get("/api/shows", preflight)];
      expect(free.map(({ status }) => status)).toEqual([200, 204]);
      return free.map((answer) => quotaOf(answer).remaining);
    };

    expect(await left()).toEqual([100, 100]);
    const names = ["X-Real-IP", "Forwarded", "X-Client-IP", "CF-Connecting-IP", "Cookie", "User-Agent"];
    const { statuses, remaining } = await burst(300, (index) => {
      const forged = Object.fromEntries(names.map((name) => [name, `for=192.0.2.${index % 250}`]));
      return service.get("/api/shows", fromAddress(`192.0.2.${index % 250}, 1.2.3.4, ${address}`, forged));
    });

    expect(statuses).toEqual({ 200: 100, 429: 200 });
    expect(remaining).toEqual(countdown(99, 100));
    expect(await left()).toEqual([0, 0]);

    // The next one gets the limit, its reset and a remedy.
    const response = await service.get("/api/shows", fromAddress(address));
    const { limit, reset } = quotaOf(response);
    const second = Date.parse(response.headers.get("date") ?? "") / 1000;
    expect([response.status, limit]).toEqual([429, 100]);
    expect(reset).toBe((Math.floor(second / 86_400) + 1) * 86_400);
    expect(response.headers.get("retry-after")).toBe(String(reset - second));
    expect(await response.json()).toEqual({
      error: "Rate limit exceeded",
      message: "The public limit of 100 requests per day was exceeded. An API key gives higher limits.",
      limit: 100,
      reset,
    });
  });

  test.each<[what: string, path: string, method: string, status: number, headers?: Record<string, string>]>([
    ["an unknown path", "/api/nowhere", "GET", 404],
    ["an unknown record", "/api/shows/unknown", "GET", 404],
    ["a method that is not offered", "/api/shows", "DELETE", 405],
    ["a broken address", "/api/shows/%E0%A4%A", "GET", 400],
    ["a HEAD", "/api/shows", "HEAD", 200],
    ["an OPTIONS without Access-Control-Request-Method", "/api/shows", "OPTIONS", 204, { Origin: "https://a.example" }],
    ["an older tag", "/api/shows", "GET", 200, { "If-None-Match": '"older"' }],
  ])("%s counts, and carries the headers", async (_what, path, method, status, headers) => {
    const response = await service.get(path, { method, ...fromAddress(freshAddress(), headers) });

    const reset = Date.parse("2031-05-06T00:00:00Z") / 1000;
    expect([response.status, quotaOf(response)]).toEqual([status, { limit: 100, remaining: 99, reset }]);
  });
});
