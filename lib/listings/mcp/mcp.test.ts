import { expect, test, vi } from "vitest";
import { log } from "../../core/log.ts";
import { developer } from "../../../test/developer.ts";
import { fastestDatabase } from "../../../test/databases.ts";
import { askTool, connectMcp } from "../../../test/mcp-client.ts";
import { behindProxy, freshAddress, quotaOf } from "../../../test/quota-helpers.ts";
import { exchange } from "../../../test/raw-http.ts";
import { useService } from "../../../test/service.ts";
import { until } from "../../../test/until.ts";

const METRICS_TOKEN = "a-token-of-the-test";
const startedAt = Date.now();
const service = useService(fastestDatabase, {
  settings: { ...behindProxy, PUBLIC_DAILY_LIMIT: "3", METRICS_TOKEN },
  // One minute, in which the limit of a minute is counted.
  now: () => startedAt,
});

const from = (address: string, more: Record<string, string> = {}) => ({ "X-Forwarded-For": address, ...more });
const remaining = async (headers: Record<string, string>) =>
  quotaOf(await service.get("/api/quota", { headers })).remaining;

const jsonHeaders = {
  "Content-Type": "application/json",
  Accept: "application/json, text/event-stream",
};
const post = (body: unknown, headers: Record<string, string> = {}) =>
  service.get("/mcp", {
    method: "POST",
    headers: { ...jsonHeaders, ...from(freshAddress()), ...headers },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
const request = (method: string, params: object = {}) => ({ jsonrpc: "2.0", id: 1, method, params });
const callOfTool = request("tools/call", { name: "search", arguments: { query: "wicked" } });

test.each(["legacy", "auto"] as const)(
  "a client that connects by %s pays for each call of a tool and for nothing else, until the day is used up",
  async (mode) => {
    const headers = from(freshAddress());
    const client = await connectMcp(service, headers, mode);
    await client.listTools();
    expect(await remaining(headers)).toBe(3);

    expect(await askTool(client, "search", { query: "wicked" })).toMatch(/Wicked/);
    expect(await remaining(headers)).toBe(2);
    // A refused call counts too.
    await askTool(client, "search", { query: "" });
    await askTool(client, "show_history", { show: "no such show" });
    expect(await remaining(headers)).toBe(0);

    const refused = await client.callTool({ name: "search", arguments: { query: "" } });
    const api = await service.get("/api/shows", { headers });
    expect(api.status).toBe(429);
    expect(refused).toMatchObject({ isError: true, content: [{ type: "text", text: await api.text() }] });
    expect((await client.listTools()).tools).toHaveLength(7);
    await client.close();
  },
);

test("a call counts on the key that it has, and with a session on the address", async () => {
  const { cookie, makeKey } = await developer(service);
  const [keyed, address] = [{ Authorization: `Bearer ${(await makeKey()).key}` }, from(freshAddress())];
  const before = await remaining(keyed);

  expect((await post(callOfTool, keyed)).status).toBe(200);
  expect((await post(callOfTool, { ...address, cookie })).status).toBe(200);

  expect([await remaining(keyed), await remaining(address)]).toEqual([before - 1, 2]);
});

test("a bad key is refused for each method of MCP", async () => {
  for (const Authorization of ["Bearer nonsense", "Basic abc", ""]) {
    const headers = from(freshAddress(), { Authorization });
    const [mcp, api] = [await post(request("tools/list"), headers), await service.get("/api/shows", { headers })];

    expect([mcp.status, mcp.headers.get("www-authenticate")]).toEqual([401, "Bearer"]);
    expect(await mcp.text()).toBe(await api.text());
    expect(quotaOf(mcp).remaining).toBe(2);
  }
});

test.each<[string, Record<string, string>, number]>([
  ["of another site is refused", { Origin: "https://elsewhere.example" }, 403],
  ["of no site is refused", { Origin: "null" }, 403],
  ["with a request from another site is refused", { "Sec-Fetch-Site": "cross-site" }, 403],
  ["of this site is answered", { Origin: "same" }, 200],
])("a browser %s", async (_name, { Origin, ...headers }, status) => {
  const own: Record<string, string> = Origin === undefined ? {} : { Origin: Origin === "same" ? service.url : Origin };
  const answer = await post(callOfTool, { ...headers, ...own });

  expect(answer.status).toBe(status);
  expect(answer.headers.get("access-control-allow-origin")).toBeNull();
});

test("refuses a browser whose page's name leads here", async () => {
  const body = JSON.stringify(callOfTool);
  const ask = async (origin: string) => {
    const head = `POST /mcp HTTP/1.1\r\nHost: evil.example\r\n${origin}Content-Type: application/json\r\n`;
    const packets = [`${head}Content-Length: ${body.length}\r\n\r\n${body}`];
    return (await exchange({ port: service.port, packets })).answers[0]?.status;
  };

  expect([await ask("Origin: http://evil.example\r\n"), await ask("")]).toEqual([403, 200]);
});

const deep = `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":${"[".repeat(5_000)}${"]".repeat(5_000)}}`;
const call = (params: unknown) => ({ ...callOfTool, params });

test.each<[string, unknown, number, RegExp, Record<string, string>?]>([
  ["what is not JSON", "{", 400, /not JSON/],
  ["nothing", "", 400, /not JSON/],
  ["what is not UTF-8", "\u0000", 400, /not JSON/],
  ["a batch", [callOfTool, callOfTool], 400, /not a JSON object/],
  ["an empty batch", [], 400, /not a JSON object/],
  ["a string", '"tools/list"', 400, /not a JSON object/],
  ["deep nesting", deep, 400, /nested too deeply/],
  ["a body of 100 kB", { ...callOfTool, pad: "x".repeat(100_000) }, 413, /"id":\d+,.*-32600.*at most 65536 bytes/],
  ["a body of 2 MB", { ...callOfTool, pad: "x".repeat(2_000_000) }, 413, /"id":null,.*-32600.*at most 65536 bytes/],
  ["another content type", callOfTool, 415, /application\/json/, { "Content-Type": "text/plain" }],
  ["no JSON-RPC", {}, 400, /-32\d{3}/],
  ["a version of JSON-RPC that does not exist", { ...callOfTool, jsonrpc: "3.0" }, 400, /-32\d{3}/],
  ["a method that is a number", { ...callOfTool, method: 7 }, 400, /-32\d{3}/],
  ["an id that is an object", { ...callOfTool, id: {} }, 400, /-32\d{3}/],
  ["an unknown method", request("resources/write"), 200, /-32601/],
  ["an unknown tool", call({ name: "drop_tables", arguments: {} }), 200, /not found/],
  ["a tool of the prototype", call({ name: "__proto__", arguments: {} }), 200, /-32602/],
  ["arguments that are a list", call({ name: "search", arguments: [] }), 200, /-32602|isError/],
  ["arguments of another type", call({ name: "search", arguments: { query: 7 } }), 200, /"isError":true/],
  ["null for all arguments", call({ name: "whats_on", arguments: null }), 200, /productions run on/],
  ["a subscription", request("subscriptions/listen"), 400, /recent_changes/],
  ["an answer to nothing", { jsonrpc: "2.0", id: 1, result: {} }, 202, /^$/],
  ["an unknown protocol version", callOfTool, 400, /version/i, { "MCP-Protocol-Version": "1999-01-01" }],
])("answers %s", async (_name, body, status, text, headers = {}) => {
  const answer = await post(body, headers);
  const said = await answer.text();

  expect([answer.status, said]).toEqual([status, expect.stringMatching(text)]);
  expect(said).not.toMatch(/node_modules|at \w+ \(/);
});

test("a parameter in the address is refused", async () => {
  const init = { method: "POST", headers: jsonHeaders, body: JSON.stringify(callOfTool) };
  const answer = await service.get("/mcp?debug=1", init);

  expect([answer.status, await answer.json()]).toMatchObject([
    400,
    { id: callOfTool.id, error: { code: -32_600, data: { issues: [{ path: "debug" }] } } },
  ]);
});

test("other methods are not offered and cost nothing; a preflight allows no other origin", async () => {
  const headers = from(freshAddress(), { Accept: "text/event-stream" });
  for (const method of ["GET", "HEAD", "DELETE", "PUT", "PATCH", "OPTIONS"]) {
    const answer = await service.get("/mcp", { method, headers });
    const expected = [method, method === "OPTIONS" ? 204 : 405, "POST, OPTIONS"];
    expect([method, answer.status, answer.headers.get("allow")]).toEqual(expected);
  }
  expect(await remaining(headers)).toBe(3);
  const asked = { Origin: "https://elsewhere.example", "Access-Control-Request-Method": "POST" };
  const preflight = await service.get("/mcp", { method: "OPTIONS", headers: asked });
  expect(preflight.headers.get("access-control-allow-origin")).toBeNull();
});

test("requests are in the metrics under one name, with the headers of every answer", async () => {
  const answer = await post(callOfTool, { "X-Request-Id": "a-request-of-mcp" });

  expect(Object.fromEntries(answer.headers)).toMatchObject({
    "x-request-id": "a-request-of-mcp",
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    "ratelimit-policy": '"daily";q=3;w=86400',
  });
  const metrics = await service.get("/api/metrics", { headers: { Authorization: `Bearer ${METRICS_TOKEN}` } });
  expect(await metrics.text()).toMatch(/requests_total{route="\/mcp",method="POST",status="200",tier="public"} \d/);
});

test.each([
  ["application/json", "application/json"],
  ["*/*", "application/json"],
  ["text/html", "application/json"],
  ["application/json, text/event-stream", "application/json"],
  ["text/event-stream", "text/event-stream"],
])("a client that takes %s gets %s", async (Accept, type) => {
  for (const body of [callOfTool, request("tools/list"), request("ping"), request("no/such/method")]) {
    const answer = await post(body, { Accept });

    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, type]);
    expect(await answer.text()).toMatch(/^(event: message\ndata: )?\{.*\}\n*$/);
  }
});

/** The text of a call's answer. */
async function textOf(answer: Response): Promise<{ isError: boolean; text: string }> {
  const { result } = (await answer.json()) as { result: { isError?: boolean; content: { text: string }[] } };
  return { isError: result.isError === true, text: result.content[0]?.text ?? expect.fail("It says nothing.") };
}

test("what a tool did not expect is an error without its cause, and is in the log with the id of the request", async () => {
  const errors = vi.spyOn(log, "error").mockImplementation(() => undefined);
  const { database } = service.infrastructure;
  await database.query("ALTER TABLE shows RENAME TO shows_elsewhere", []);
  const answer = await post(call({ name: "recent_changes", arguments: { kind: "show" } }));
  await database.query("ALTER TABLE shows_elsewhere RENAME TO shows", []);
  const { isError, text } = await textOf(answer);
  const id = answer.headers.get("x-request-id");

  expect([answer.status, isError, JSON.parse(text)]).toMatchObject([
    200,
    true,
    { error: "Internal server error", request_id: id },
  ]);
  expect(text).not.toMatch(/relation|shows/);
  expect(errors.mock.calls.map(([given]) => given)).toMatchObject([{ request_id: id }]);
  vi.restoreAllMocks();
});

test("a network sends 60 free messages a minute; calls of tools and other networks go on", async () => {
  const neighbours = { one: "192.0.2.1", other: "192.0.2.200" };
  const free = [
    () => request("tools/list"),
    () => request("initialize", { protocolVersion: "2025-11-25" }),
    () => ({ jsonrpc: "2.0", method: "notifications/initialized" }),
    () => "not JSON",
    () => request("no/such/method"),
  ];
  const statuses: number[] = [];
  for (let count = 0; count < 60; count += 1)
    statuses.push((await post(free[count % 5]?.(), from(count % 2 ? neighbours.one : neighbours.other))).status);
  expect([...new Set(statuses)]).toEqual([200, 202, 400]);

  for (const message of free) {
    const refused = await post(message(), from(neighbours.one));
    expect([refused.status, await refused.json()]).toMatchObject([429, { error: "Rate limit exceeded", limit: 60 }]);
    expect(Number(refused.headers.get("retry-after"))).toBeLessThanOrEqual(60);
  }
  expect(await remaining(from(neighbours.one))).toBe(3);
  expect((await post(callOfTool, from(neighbours.one))).status).toBe(200);
  expect((await post(request("tools/list"), from("192.0.3.1"))).status).toBe(200);
});

test("of one address two calls are at work and sixteen wait; more are errors of their tools", async () => {
  const { key } = await (await developer(service)).makeKey();
  const headers = from(freshAddress(), { Authorization: `Bearer ${key}` });
  const { computedReads } = service.infrastructure;
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  // Other callers have all that computes, so that no call ends.
  for (const caller of ["one", "one", "other", "other"])
    void computedReads.run({ caller, request: { isGone: () => false } }, {}, caller, () => released);
  const texts: string[] = [];
  const calls = Array.from({ length: 30 }, async (_, index) => {
    const answer = await post(call({ name: "search", arguments: { query: `zz${index}` } }), headers);
    texts.push((await textOf(answer)).text);
  });
  await until(
    "the calls that find no place are answered",
    () => texts.length,
    (length) => length === 12,
  );

  expect(texts.filter((text) => text.includes("Too many messages are being answered at once"))).toHaveLength(12);
  release();
  await Promise.all(calls);
  expect(texts.filter((text) => text.includes("No name matches."))).toHaveLength(18);
});
