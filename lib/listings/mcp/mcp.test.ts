import { describe, expect, test, vi } from "vitest";
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

describe.each(["legacy", "auto"] as const)("a client that connects by %s", (mode) => {
  test("pays for each call of a tool and for nothing else, until the day is used up", async () => {
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
  });

  test("counts on its key", async () => {
    const { key } = await (await developer(service)).makeKey();
    const headers = from(freshAddress(), { Authorization: `Bearer ${key}` });
    const client = await connectMcp(service, headers, mode);
    const before = await remaining(headers);

    await askTool(client, "search", { query: "wicked" });

    expect(await remaining(headers)).toBe(before - 1);
    await client.close();
  });
});

test("counts calls exactly when they come at once", async () => {
  const headers = from(freshAddress());
  const answers = await Promise.all(Array.from({ length: 8 }, () => post(callOfTool, headers)));
  const texts = await Promise.all(answers.map((answer) => answer.text()));

  expect(texts.filter((text) => text.includes('"isError":true'))).toHaveLength(5);
  expect(answers.map(quotaOf).filter((quota) => quota.limit === 3)).toHaveLength(8);
  expect(await remaining(headers)).toBe(0);
});

test("a session changes nothing: the call counts on the address", async () => {
  const { cookie } = await developer(service);
  const headers = from(freshAddress());

  expect((await post(callOfTool, { ...headers, cookie })).status).toBe(200);

  expect(await remaining(headers)).toBe(2);
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

test.each([
  ["another site", { Origin: "https://elsewhere.example" }],
  ["no site", { Origin: "null" }],
  ["a request from another site", { "Sec-Fetch-Site": "cross-site" }],
])("refuses a browser of %s", async (_name, headers) => {
  const refused = await post(callOfTool, headers);

  expect(refused.status).toBe(403);
  expect(await refused.json()).toMatchObject({ error: "Forbidden" });
  expect(refused.headers.get("access-control-allow-origin")).toBeNull();
});

test("refuses a browser whose page's name leads here", async () => {
  const body = JSON.stringify(callOfTool);
  const ask = (host: string, origin: string) =>
    exchange({
      port: service.port,
      packets: [
        `POST /mcp HTTP/1.1\r\nHost: ${host}\r\n${origin}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
      ],
    });

  expect((await ask("evil.example", "Origin: http://evil.example\r\n")).answers[0]?.status).toBe(403);
  expect((await ask("evil.example", "")).answers[0]?.status).toBe(200);
});

test("accepts its own origin", async () => {
  expect((await post(request("tools/list"), { Origin: service.url })).status).toBe(200);
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
  ["a body of 100 kB", { ...callOfTool, pad: "x".repeat(100_000) }, 413, /at most 65536 bytes/],
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
  ["unknown arguments", call({ name: "whats_on", arguments: { when: "now" } }), 200, /"isError":true/],
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
  const answer = await service.get("/mcp?debug=1", {
    method: "POST",
    headers: jsonHeaders,
    body: JSON.stringify(callOfTool),
  });

  expect([answer.status, await answer.json()]).toMatchObject([400, { issues: [{ path: "debug" }] }]);
});

test.each(["GET", "HEAD", "DELETE", "PUT", "PATCH"])("%s is not offered, and costs nothing", async (method) => {
  const headers = from(freshAddress(), { Accept: "text/event-stream" });
  const answer = await service.get("/mcp", { method, headers });

  expect([answer.status, answer.headers.get("allow")]).toEqual([405, "POST, OPTIONS"]);
  expect(await remaining(headers)).toBe(3);
});

test("OPTIONS names the methods, and a preflight allows no other origin", async () => {
  const options = await service.get("/mcp", { method: "OPTIONS" });
  const preflight = await service.get("/mcp", {
    method: "OPTIONS",
    headers: { Origin: "https://elsewhere.example", "Access-Control-Request-Method": "POST" },
  });

  expect([options.status, options.headers.get("allow")]).toEqual([204, "POST, OPTIONS"]);
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
  return { isError: result.isError === true, text: result.content[0]?.text ?? "" };
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
