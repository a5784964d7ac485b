import { describe, expect, test } from "vitest";
import { fastestDatabase } from "../../test/databases.ts";
import { useService } from "../../test/service.ts";
import { behindProxy, burst, countdown, freshAddress, fromAddress, quotaOf } from "../../test/quota-helpers.ts";

const noon = Date.parse("2031-05-05T12:00:00Z");

describe("daily limits over HTTP", () => {
  const service = useService(fastestDatabase, { settings: behindProxy, now: () => noon });

  test("of 300 concurrent requests exactly 100 pass, and Remaining takes each value from 99 to 0 once", async () => {
    const address = freshAddress();

    const { statuses, remaining } = await burst(300, () => service.get("/api/shows", fromAddress(address)));

    expect(statuses).toEqual({ 200: 100, 429: 200 });
    expect(remaining).toEqual(countdown(99, 100));
  });

  test("number 101 gets the limit, its reset and a remedy", async () => {
    const address = freshAddress();
    await burst(100, () => service.get("/api/shows", fromAddress(address)));

    const response = await service.get("/api/shows", fromAddress(address));

    const { limit, remaining, reset } = quotaOf(response);
    const second = Date.parse(response.headers.get("date") ?? "") / 1000;
    expect([response.status, limit, remaining]).toEqual([429, 100, 0]);
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
    ["an unknown record", "/api/shows/nobody", "GET", 404],
    ["a method that is not offered", "/api/shows", "DELETE", 405],
    ["a broken address", "/api/shows/%E0%A4%A", "GET", 400],
    ["a HEAD", "/api/shows", "HEAD", 200],
    ["a plain OPTIONS", "/api/shows", "OPTIONS", 204],
    ["an older tag", "/api/shows", "GET", 200, { "If-None-Match": '"older"' }],
    ["an older tag of a record", "/api/shows/hamilton", "GET", 200, { "If-None-Match": '"older"' }],
    ["a tag of an unknown record", "/api/shows/nobody", "GET", 404, { "If-None-Match": '"older"' }],
  ])("%s counts, and carries the headers", async (_what, path, method, status, headers) => {
    const response = await service.get(path, { method, ...fromAddress(freshAddress(), headers) });

    const reset = Date.parse("2031-05-06T00:00:00Z") / 1000;
    expect([response.status, quotaOf(response)]).toEqual([status, { limit: 100, remaining: 99, reset }]);
  });

  test("a preflight, a read of the quota and a 304 are free, also when the quota is used up", async () => {
    const address = freshAddress();
    const etag = (await service.get("/api/shows", fromAddress(address))).headers.get("etag") ?? "";
    const free: [RequestInit, string, number][] = [
      [
        {
          method: "OPTIONS",
          ...fromAddress(address, { Origin: "https://a.example", "Access-Control-Request-Method": "GET" }),
        },
        "/api/shows",
        204,
      ],
      [fromAddress(address), "/api/quota", 200],
      [fromAddress(address, { "If-None-Match": etag }), "/api/shows", 304],
    ];
    const askFree = async () => {
      const seen: number[] = [];
      for (const [init, path, status] of free) {
        const response = await service.get(path, init);
        expect([path, response.status]).toEqual([path, status]);
        seen.push(quotaOf(response).remaining);
      }
      return seen;
    };

    expect([await askFree(), await askFree()]).toEqual([
      [99, 99, 99],
      [99, 99, 99],
    ]);
    await burst(99, () => service.get("/api/shows", fromAddress(address)));
    expect(await askFree()).toEqual([0, 0, 0]);
    const changed = await service.get("/api/shows", fromAddress(address, { "If-None-Match": '"other"' }));
    expect(changed.status).toBe(429);
  });

  test("no header from a client gives it a new quota", async () => {
    const address = freshAddress();
    const other = freshAddress();
    const headers = {
      "X-Real-IP": other,
      Forwarded: `for=${other}`,
      "X-Client-IP": other,
      "CF-Connecting-IP": other,
      "X-Forwarded-For": `${other}, 1.2.3.4, ${address}`,
      Cookie: `session=${other}`,
      "User-Agent": other,
    };

    await service.get("/api/shows", fromAddress(address));
    const response = await service.get("/api/shows", { headers });

    expect(quotaOf(response).remaining).toBe(98);
  });
});
