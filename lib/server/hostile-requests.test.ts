import { describe, expect, test } from "vitest";
import { fastestDatabase } from "../../test/databases.ts";
import { hostileRequests } from "../../test/hostile-requests.ts";
import { exchange, type RawResponse } from "../../test/raw-http.ts";
import { useService } from "../../test/service.ts";

const service = useService(fastestDatabase, { settings: { PUBLIC_DAILY_LIMIT: "1000000" } });

describe("a hostile request gets one complete and correct response that leaks nothing", () => {
  test.each(Object.entries(hostileRequests))("%s", async (_name, { sent, status, error, method, cost = 1 }) => {
    const packets = typeof sent === "string" || Buffer.isBuffer(sent) ? [sent] : sent;
    const before = await remaining();

    const { answers, rest } = await exchange({ port: service.port, packets, methods: [method ?? "GET"] });

    expect(answers).toHaveLength(1);
    expect(rest.toString("latin1")).toBe("");
    const [answer] = answers as [RawResponse];
    expect([answer.status, errorOf(answer)]).toEqual([status, error]);
    expectSafe(answer);
    if (cost > 0) expect(figuresOf(answer)).toEqual({ limit: "1000000", remaining: String(before - cost) });
    if (status >= 400) expect(answer.headers.get("link")).toBe(`</docs/guides/errors#status-${status}>; rel="help"`);
    if (status === 405) expect(answer.headers.get("allow")).toMatch(/^GET, HEAD/);
    if (status === 401) expect(answer.headers.get("www-authenticate")).toBe("Bearer");
    expect(before - (await remaining())).toBe(cost);
    expect((await service.get("/api/shows")).status).toBe(200);
  });
});

async function remaining(): Promise<number> {
  return ((await (await service.get("/api/quota")).json()) as { remaining: number }).remaining;
}

function errorOf({ status, body }: RawResponse): unknown {
  if (status < 400 || body.length === 0) return undefined;
  return (JSON.parse(body.toString()) as { error: unknown }).error;
}

function figuresOf({ headers }: RawResponse) {
  return { limit: headers.get("x-ratelimit-limit"), remaining: headers.get("x-ratelimit-remaining") };
}

/** Expects neither stack trace, path, SQL nor any part of the request in the response. */
function expectSafe({ status, headers, body }: RawResponse): void {
  expect(headers.get("x-request-id")).toMatch(/^[\w.-]{8,128}$/);
  expect(headers.has("x-powered-by")).toBe(false);
  if (status < 400) return;
  if (body.length > 0) expect(headers.get("content-type")).toBe("application/json; charset=utf-8");
  expect(body.toString()).not.toMatch(
    /\bat .+:\d+|node:|node_modules|\.ts\b|SELECT|HPE_|Parse Error|elsewhere|script/i,
  );
}
