import { describe, expect, test } from "vitest";
import { developer } from "../../../test/developer.ts";
import { fastestDatabase } from "../../../test/databases.ts";
import { askTool, connectMcp } from "../../../test/mcp-client.ts";
import { behindProxy, freshAddress, quotaOf } from "../../../test/quota-helpers.ts";
import { useService } from "../../../test/service.ts";

const METRICS_TOKEN = "a-token-of-the-test";
const service = useService(fastestDatabase, { settings: { ...behindProxy, PUBLIC_DAILY_LIMIT: "3", METRICS_TOKEN } });

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
