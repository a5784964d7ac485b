import { afterAll, beforeAll, expect, test } from "vitest";
import { fastestDatabase } from "../../../test/databases.ts";
import { startService, type TestService } from "../../../test/service.ts";
import { until } from "../../../test/until.ts";

let service: TestService;
let inFlight = 0;
let open = () => {};
const opened = new Promise<void>((resolve) => (open = resolve));

beforeAll(async () => {
  service = await startService(fastestDatabase, {
    nextHandler: async ({ url }, nodeResponse) => {
      inFlight += 1;
      if (url?.startsWith("/slow")) await opened;
      nodeResponse.end("a page");
    },
  });
});
afterAll(() => service.close());

/** The headers of a page without those that differ between requests. */
async function headersOf(answer: Response): Promise<Record<string, string>> {
  const names = [
    "content-security-policy",
    "cross-origin-opener-policy",
    "permissions-policy",
    "referrer-policy",
    "x-content-type-options",
    "x-frame-options",
    "x-request-id",
  ];
  const told = names.map((name) => [name, answer.headers.get(name)?.replace(/'nonce-[^']+'/g, "a nonce") ?? ""]);
  return Object.fromEntries(told) as Record<string, string>;
}

const named = { "X-Request-Id": "given-by-the-test" };
const page = async () => headersOf(await service.get("/docs", { headers: named }));

test.each(["/docs", "/_next/static/a.js"])("the 405 for a method on %s has the headers of a page", async (path) => {
  const answer = await service.get(path, { method: "POST", headers: named });

  expect([
    answer.status,
    answer.headers.get("allow"),
    answer.headers.get("cache-control"),
    await answer.json(),
  ]).toEqual([405, "GET, HEAD", "no-store", { error: "Method not allowed" }]);
  expect(await headersOf(answer)).toEqual(await page());
  expect(answer.headers.get("content-security-policy")).toContain("default-src 'none'");
});

test("the 503 above the concurrency limit has the headers of a page", async () => {
  const before = inFlight;
  const slow = Array.from({ length: 66 }, (_, index) => service.get(`/slow/${index}`, { headers: named }));
  await until("one is with Next", () => inFlight === before + 1);
  const refused = await Promise.race(slow);
  open();
  await Promise.all(slow);

  expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "2"]);
  expect(await headersOf(refused)).toEqual(await page());
});
