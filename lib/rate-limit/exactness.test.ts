import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fastestDatabase } from "../../test/databases.ts";
import { startService, type TestService } from "../../test/service.ts";
import { behindProxy, burst, countdown, freshAddress, fromAddress, quotaOf } from "../../test/quota-helpers.ts";
import { startUpstash, everyStore, type UpstashForTests } from "../../test/stores.ts";

describe.each(everyStore)("daily limits over HTTP, counted in %s", (store) => {
  let upstash: UpstashForTests | null = null;
  let service: TestService;

  beforeAll(async () => {
    if (store === "upstash") upstash = await startUpstash();
    service = await startService(store === "upstash" ? "embedded" : store, {
      settings: { ...behindProxy, ...upstash?.settings },
    });
  });
  afterAll(async () => {
    await service.close();
    await upstash?.close();
  });

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

  test("errors count like any other response and carry the headers", async () => {
    const address = freshAddress();
    const asked: [string, string, number][] = [
      ["GET", "/api/nowhere", 404],
      ["GET", "/api/shows/nobody", 404],
      ["DELETE", "/api/shows", 405],
      ["GET", "/api/shows/%E0%A4%A", 400],
      ["HEAD", "/api/shows", 200],
    ];

    for (const [index, [method, path, status]] of asked.entries()) {
      const response = await service.get(path, { method, ...fromAddress(address) });
      expect([path, response.status, quotaOf(response).remaining]).toEqual([path, status, 99 - index]);
    }
  });

  test("a request with If-None-Match counts unless it gets a 304", async () => {
    const address = freshAddress();
    for (const [path, status] of [
      ["/api/shows", 200],
      ["/api/shows/hamilton", 200],
      ["/api/shows/nobody", 404],
    ] as const)
      expect((await service.get(path, fromAddress(address, { "If-None-Match": '"older"' }))).status).toBe(status);

    expect(quotaOf(await service.get("/api/shows", fromAddress(address))).remaining).toBe(96);
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

  test("a plain OPTIONS request counts", async () => {
    const address = freshAddress();
    const response = await service.get("/api/shows", { method: "OPTIONS", ...fromAddress(address) });
    expect([response.status, quotaOf(response).remaining]).toEqual([204, 99]);
  });

  test("the quota agrees with the headers", async () => {
    const address = freshAddress();
    await service.get("/api/shows", fromAddress(address));
    const response = await service.get("/api/quota", fromAddress(address));
    expect(await response.json()).toEqual({ tier: "public", ...quotaOf(response) });
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

describe("without a trusted proxy", () => {
  test("X-Forwarded-For is ignored", async () => {
    const service = await startService(fastestDatabase);

    for (let turn = 0; turn < 3; turn += 1) {
      const response = await service.get("/api/shows", fromAddress(freshAddress()));
      expect(quotaOf(response).remaining).toBe(99 - turn);
    }
    await service.close();
  });
});
