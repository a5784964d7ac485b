import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer, type AddressInfo } from "node:net";
import { createHash, randomUUID } from "node:crypto";
import { Redis } from "@upstash/redis";
import { describe, expect, inject, test } from "vitest";
import { useFixture } from "../../test/fixture.ts";
import { startBridge } from "../../test/stores.ts";

const redisPort = inject("redisPort");
if (redisPort === null) console.warn("SKIPPED: the bridge is not tested, because no Redis server is installed here.");

describe.skipIf(redisPort === null)("the bridge before a Redis", () => {
  const key = `bridge-test:${randomUUID()}`;
  const bridge = useFixture(
    () => startBridge(redisPort ?? 0),
    (started) => started.close(),
  );

  async function post(path: string, body: unknown, headers: Record<string, string> = {}): Promise<[number, unknown]> {
    const response = await fetch(bridge.url + path, {
      method: "POST",
      headers: { Authorization: `Bearer ${bridge.token}`, ...headers },
      body: typeof body === "string" ? body : JSON.stringify(body),
    });
    return [response.status, (await response.json()) as unknown];
  }

  test("every path requires the token", async () => {
    for (const path of ["/", "/pipeline", "/multi-exec", "/nowhere"]) {
      for (const authorization of ["", "Bearer", "Bearer wrong", bridge.token, `Basic ${bridge.token}`]) {
        expect(await post(path, ["PING"], { Authorization: authorization })).toEqual([401, { error: "Unauthorized" }]);
      }
    }
  });

  test("a command returns Redis's response", async () => {
    expect(await post("/", ["SET", key, "Ödipus\r\n"])).toEqual([200, { result: "OK" }]);
    expect(await post("/", ["GET", key])).toEqual([200, { result: "Ödipus\r\n" }]);
    expect(await post("/", ["GET", `${key}:none`])).toEqual([200, { result: null }]);
    expect(await post("/", ["INCRBY", `${key}:n`, 7])).toEqual([200, { result: 7 }]);
    expect(await post("/", ["INCR", key])).toEqual([400, { error: "ERR value is not an integer or out of range" }]);
  });

  test("a pipeline returns a response for each command, including errors", async () => {
    const answer = await post("/pipeline", [
      ["SET", key, "x"],
      ["INCR", key],
      ["EVAL", "return {1, 'two', {false, 'three'}}", 0],
    ]);
    expect(answer).toEqual([
      200,
      [
        { result: "OK" },
        { error: "ERR value is not an integer or out of range" },
        { result: [1, "two", [null, "three"]] },
      ],
    ]);
  });

  test("a transaction runs completely or not at all", async () => {
    expect(
      await post("/multi-exec", [
        ["SET", key, "1"],
        ["INCR", key],
      ]),
    ).toEqual([200, [{ result: "OK" }, { result: 2 }]]);
    const [status] = await post("/multi-exec", [["SET", key, "9"], ["NOSUCHCOMMAND"]]);
    expect(status).toBe(400);
    expect(await post("/", ["GET", key])).toEqual([200, { result: "2" }]);
  });

  test("responses are in base64 on request: texts at any depth, and nothing else", async () => {
    const script = "return {1, 'two', {false, 'three'}, redis.status_reply('OK')}";
    const answer = await post("/pipeline", [["EVAL", script, 0], ["PING"]], { "Upstash-Encoding": "base64" });
    expect(answer).toEqual([200, [{ result: [1, "dHdv", [null, "dGhyZWU="], "T0s="] }, { result: "UE9ORw==" }]]);
  });

  test.each(["", "{", "[]", "[[]]", '{"a":1}', '"PING"', "[{}]"])(
    "an invalid command (%s) is refused",
    async (body) => {
      for (const path of ["/", "/pipeline", "/multi-exec"]) {
        expect(await post(path, body)).toEqual([400, { error: expect.stringContaining("JSON array") }]);
      }
    },
  );

  test("a script with Upstash's own flag runs on a stock Redis, by its text and by its hash", async () => {
    const redis = new Redis({ url: bridge.url, token: bridge.token, enableTelemetry: false });
    const script = `#!lua flags=allow-key-locking\nreturn {ARGV[1], '${key}'}`;
    const hash = createHash("sha1").update(script).digest("hex");

    await expect(redis.evalsha(hash, [], ["a"])).rejects.toThrow("NOSCRIPT");
    expect(await redis.eval(script, [], ["a"])).toEqual(["a", key]);
    expect(await redis.evalsha(hash, [], ["b"])).toEqual(["b", key]);
  });

  test("each of many concurrent requests gets its own response", async () => {
    const redis = new Redis({ url: bridge.url, token: bridge.token, enableTelemetry: false });
    const answers = await Promise.all(Array.from({ length: 400 }, (_, index) => redis.echo(`${key}:${index}`)));
    expect(answers).toEqual(Array.from({ length: 400 }, (_, index) => `${key}:${index}`));
  });
});

test("an unreachable Redis and one with an unknown protocol are errors in JSON", async () => {
  const nonsense = createServer((socket) =>
    socket
      .on("error", () => undefined)
      .resume()
      .end("HTTP/1.1 400 Bad Request\r\n\r\n"),
  ).listen(0, "127.0.0.1");
  await once(nonsense, "listening");
  const { port } = nonsense.address() as AddressInfo;
  const bridge = await startBridge(port);
  const ask = async () => {
    const response = await fetch(bridge.url, {
      method: "POST",
      headers: { Authorization: `Bearer ${bridge.token}` },
      body: '["PING"]',
    });
    return [response.status, (await response.json()) as unknown];
  };

  expect(await ask()).toEqual([502, { error: expect.stringContaining("Redis") }]);
  nonsense.close();
  await once(nonsense, "close");
  expect(await ask()).toEqual([502, { error: expect.stringContaining("ECONNREFUSED") }]);

  await bridge.close();
});

test("the program prints its address and stops on SIGTERM", async () => {
  const program = spawn(process.execPath, ["scripts/run.mjs", "upstash-bridge", "--port", "0", "--token", "t"]);
  const [line] = (await once(program.stdout, "data")) as [Buffer];
  const url = /http:\S+/.exec(String(line))?.[0] ?? "";

  expect((await fetch(url, { method: "POST" })).status).toBe(401);
  program.kill("SIGTERM");
  expect(await once(program, "close")).toEqual([0, null]);
});
