import { once } from "node:events";
import { createServer } from "node:http";
import { connect, type AddressInfo, type Socket } from "node:net";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { Representation } from "../../catalogue/representation.ts";
import type { Operation, Route } from "../route.ts";
import { fastestDatabase } from "../../../test/databases.ts";
import { hostileRequests, rawRequest as ask } from "../../../test/hostile-requests.ts";
import { exchange, openRawSession, type RawResponse } from "../../../test/raw-http.ts";
import { useService, type TestService } from "../../../test/service.ts";
import { until } from "../../../test/until.ts";
import { Connections } from "./connections.ts";

/** The requests to `/held` whose handler has started, in order; each is answered once the test releases it. */
let started: string[] = [];
let release: (() => void)[] = [];
const longBytes = 64 * 1024 * 1024;

const routeOf = (path: string, operations: Record<string, Operation["handle"]>): Route => ({
  path,
  isMetered: path === "/reading",
  operations: Object.fromEntries(Object.entries(operations).map(([method, handle]) => [method, { handle }])),
});
const hold: Operation["handle"] = async ({ params }) => {
  started.push(params["number"] ?? expect.fail("It has no number."));
  await new Promise<void>((resolve) => release.push(resolve));
  return { body: Representation.json("held") };
};
const extraRoutes = [
  routeOf("/held/{number}", { GET: hold, POST: hold }),
  // Reads its request's body, as writes do.
  routeOf("/reading", {
    POST: async ({ request }) => ({
      body: Representation.json({ bytes: (await request.readBody(100_000)).length }),
    }),
  }),
  // A response larger than the socket's buffers.
  routeOf("/long", { GET: () => ({ body: new Representation(Buffer.alloc(longBytes, "a")) }) }),
];
const settings = { PUBLIC_DAILY_LIMIT: "1000000" };
const service = useService(fastestDatabase, { settings, extraRoutes });
beforeEach(() => {
  started = [];
  release = [];
});

const good = ask("GET /api/shows/hamilton");
/** Moves its connection from the fast path to Node's parser. */
const notPlain = ask("HEAD /api/health");
const malformed = ask("GET /api/shows", "Content-Length: 1", "Content-Length: 2");
const headOf = (request: string) => request.slice(0, -2);
const statusesOf = (answers: readonly RawResponse[]) => answers.map(({ status }) => status);
const numbers = Array.from({ length: 500 }, (_, number) => number);
const heldPosts = numbers.map((number) => ask(`POST /api/held/${number}`, "Content-Length: 0")).join("");

test.each(Object.entries(hostileRequests))(
  "a hostile request gets one complete and correct response that leaks nothing: %s",
  async (_name, { sent, status, error, method, cost = 1 }) => {
    const packets = typeof sent === "string" || Buffer.isBuffer(sent) ? [sent] : sent;
    const before = await remaining();
    const { answers, rest } = await exchange({ port: service.port, packets, methods: [method ?? "GET"] });

    expect([answers.length, rest.toString("latin1")]).toEqual([1, ""]);
    const [answer] = answers as [RawResponse];
    const { headers } = answer;
    expect([answer.status, errorOf(answer)]).toEqual([status, error]);
    expectSafe(answer);
    if (cost > 0)
      expect(["limit", "remaining"].map((name) => headers.get(`x-ratelimit-${name}`))).toEqual([
        "1000000",
        String(before - cost),
      ]);
    if (status >= 400) expect(headers.get("link")).toBe(`</docs/guides/errors#status-${status}>; rel="help"`);
    if (status === 405) expect(headers.get("allow")).toMatch(/^GET, HEAD/);
    if (status === 401) expect(headers.get("www-authenticate")).toBe("Bearer");
    expect(before - (await remaining())).toBe(cost);

    const methods = ["HEAD", method ?? "GET"];
    const behind = await exchange({ port: service.port, packets: [notPlain, ...packets], methods, expected: 2 });
    expect(statusesOf(behind.answers)).toEqual([200, status]);
  },
);

describe("pipelined requests", () => {
  test.each([
    ["on the fast path", "", []],
    ["by node:http", notPlain, ["HEAD"]],
  ])("get complete responses in order, five hundred of them, %s", async (_parser, first, methods) => {
    const ids = numbers.map((number) => `pipelined-${number}`);
    const packets = [first, ids.map((id) => ask("GET /api/quota", `X-Request-Id: ${id}`)).join("")].filter(Boolean);
    const { answers, rest } = await converse(packets, ids.length + methods.length, { methods });

    expect(answers.slice(methods.length).map(({ headers }) => headers.get("x-request-id"))).toEqual(ids);
    expect([new Set(statusesOf(answers)), rest.length]).toEqual([new Set([200]), 0]);
  });

  test("with a malformed one end there: the connection closes, because the rest could be its body", async () => {
    const { answers, isClosed } = await converse([good + malformed + good], 3);

    expect([statusesOf(answers), isClosed]).toEqual([[200, 400], true]);
  });

  test("with an unknown method behind a body are parsed from the method's first letter", async () => {
    const first = `${ask("GET /api/shows", "Content-Length: 5")}hello`;

    expect(statusesOf((await converse([first + ask("BREW /api/nothing")], 3)).answers)).toEqual([200, 404]);
  });

  test("of one connection are worked on one at a time, and nothing more is read meanwhile", async () => {
    const talk = await openRawSession(service.port, heldPosts);
    await until("the first has begun", () => started.length);
    let isTaken = false;
    talk.socket.write(Buffer.from(good.repeat(600_000)), () => (isTaken = true));
    // Responses on another connection show that the service had time to read.
    for (let asked = 0; asked < 20; asked += 1) await service.get("/api/shows");

    expect([started, isTaken, talk.socket.writableLength > 0]).toEqual([["0"], false, true]);
    release.shift()?.();
    await until("the second has begun", () => started.length > 1);
    expect(started).toEqual(["0", "1"]);
    talk.socket.destroy();
  });

  test("of a client that has disconnected hardly start", async () => {
    const talk = await openRawSession(service.port, heldPosts);
    await until("the first has begun", () => started.length);
    talk.socket.destroy();

    // The service notices the disconnection at its first write.
    for (let asked = 0; asked < 20; asked += 1) {
      release.shift()?.();
      await service.get("/api/shows");
    }
    expect(started.length).toBeLessThan(4);
  });
});

describe("on one connection", () => {
  const write = `${ask("POST /api/reading", "Content-Length: 5")}hello`;
  const page = ask("GET /docs");

  test.each([
    ["a page", page, "a page"],
    ["a write", write, '{"bytes":5}'],
    ["an HTTP/1.0 read", "GET /api/shows HTTP/1.0\r\nConnection: keep-alive\r\n\r\n", "Hamilton"],
    ["a read with a duplicate header", ask("GET /api/shows", "Cookie: a=b", "Cookie: c=d"), "Hamilton"],
  ])("%s after simple GETs gets its response, and so do further reads", async (_what, sent, word) => {
    const { socket, answers } = await openRawSession(service.port, good);
    for (const [index, next] of [good, sent, good].entries()) {
      await answers(index + 1);
      socket.write(next);
    }

    const all = await answers(4);
    socket.destroy();
    expect(statusesOf(all)).toEqual([200, 200, 200, 200]);
    expect(all[2]?.body.toString()).toContain(word);
    expect(all[3]?.body).toEqual(all[0]?.body);
  });

  test("a head that arrives byte by byte after a simple GET is assembled", async () => {
    const { socket, answers } = await openRawSession(service.port, good);
    await answers(1);
    for (const byte of good) {
      socket.write(byte);
      await new Promise((resolve) => setImmediate(resolve));
    }

    const [first, second] = await answers(2);
    socket.destroy();
    expect(second?.body).toEqual(first?.body);
  });

  test.each([
    ["a read", good, "Hamilton"],
    ["a write", write, '{"bytes":5}'],
    ["a page", page, "a page"],
  ])("%s sent before a pending response gets its response afterwards", async (_what, sent, word) => {
    const { socket, answers } = await openRawSession(service.port, ask("GET /api/held/0"));
    await until("the first is under way", () => started.length);
    socket.write(sent.slice(0, 20));
    await service.get("/api/health");
    socket.write(sent.slice(20) + good);
    await service.get("/api/health");
    release.shift()?.();

    const bodies = (await answers(3)).map(({ body }) => body.toString());
    socket.destroy();
    expect(bodies).toEqual(["held", word, "Hamilton"].map((one) => expect.stringContaining(one) as unknown));
  });

  test("a long response arrives complete", async () => {
    const { socket } = await openRawSession(service.port);
    let bytes = 0;
    socket.on("data", (piece: Buffer) => (bytes += piece.length));
    socket.write(ask("GET /api/long"));

    await until("all of it has come", () => bytes > longBytes);
    socket.write(good);
    await until("the next answer has come", () => bytes > longBytes + 500);
    socket.destroy();
  });
});

describe("a request whose body is broken", () => {
  const large = Array.from({ length: 60 }, () => "x".repeat(50_000));
  const chunked = ask("PATCH /api/shows", "Transfer-Encoding: chunked");

  test.each<[what: string, packets: string[], error?: string]>([
    ["an invalid chunk size", [chunked, "zz\r\n", good]],
    ["endless chunk extensions", [chunked, `1;${"a=b;".repeat(10_000)}\r\n`, good]],
    ["a bare line feed behind a chunk size", [chunked, "1\na\n0\n\n", good]],
    [
      "a length beside chunks, and three megabytes",
      [ask("PATCH /api/shows", "Content-Length: 9000000", "Transfer-Encoding: chunked"), ...large],
      "Bad request",
    ],
    ["90 megabytes of which 3 come", [ask("PATCH /api/shows", "Content-Length: 90000000"), ...large]],
  ])("by %s gets one complete response, is counted once, and the connection ends", async (_name, packets, error) => {
    const before = await remaining();
    const { answers, rest } = await converse(packets, packets.length > 3 ? 1 : 2);

    expect(answers.map(errorOf)).toEqual([error ?? "Method not allowed"]);
    expect([rest.length, before - (await remaining())]).toEqual([0, 1]);
  });

  const read = ask("POST /api/reading", "Transfer-Encoding: chunked");
  const tooLong = ask("POST /api/reading", "Content-Length: 100001");

  test.each<[what: string, packets: string[], status: number, error: string | undefined]>([
    ["that is complete", [read, "5\r\nhello\r\n0\r\n\r\n"], 200, undefined],
    ["with an invalid chunk size", [read, "zz\r\n"], 400, "Bad request"],
    ["with an invalid chunk behind a valid one", [read, "5\r\nhello\r\n", "g\r\n"], 400, "Bad request"],
    ["with endless chunk extensions", [read, `1;${"a=b;".repeat(10_000)}\r\n`], 413, "Content too large"],
    ["whose Content-Length is too large", [tooLong], 413, "Content too large"],
    ["that turns out too large", [read, `186a1\r\n${"x".repeat(100_001)}\r\n`], 413, "Content too large"],
  ])(
    "%s, which its handler reads, gets one response, and one request is counted",
    async (_name, packets, status, error) => {
      const before = await remaining();
      const { answers, rest } = await converse(packets, 1);

      expect(answers.map((answer) => [answer.status, errorOf(answer)])).toEqual([[status, error]]);
      expect([rest.length, before - (await remaining())]).toEqual([0, 1]);
    },
  );
});

describe("a client that disconnects", () => {
  const bad = ask("GET /api/shows", "Name : with a space");
  const half = [ask("POST /api/reading", "Content-Length: 50"), "half"];

  test.each<[after: string, packets: string[], statuses: number[]]>([
    ["its requests", [good + good], [200, 200]],
    ["a malformed request", [bad], [400]],
    ["two requests and a malformed one", [good + good, bad], [200, 200, 400]],
    ["half a head", [headOf(good)], [400]],
    ["half a body", half, [400]],
  ])("by half-closing after %s still gets every response", async (_name, packets, statuses) => {
    const { answers, isClosed } = await converse(packets, 4, { isHalfClosed: true });

    expect([statusesOf(answers), isClosed]).toEqual([statuses, true]);
  });

  test.each([
    ["an invented method", ask("BREW /api/shows")],
    ["half a body", `${ask("PATCH /api/shows", "Content-Length: 50")}x`],
    ["an upgrade", ask("GET /api/shows", "Connection: Upgrade", "Upgrade: websocket")],
    ["a page", ask("GET /")],
    ["TLS", "\x16\x03\x01"],
  ])("by a reset after %s affects no other client", async (_name, sent) => {
    for (let times = 0; times < 10; times += 1) {
      const socket = await connected(service);
      await new Promise((resolve) => socket.write(Buffer.from(sent, "latin1"), resolve));
      await new Promise((resolve) => setImmediate(resolve));
      socket.resetAndDestroy();
      await new Promise((resolve) => setImmediate(resolve));
    }

    expect((await service.get("/api/shows")).status).toBe(200);
  });
});

describe("with short timeouts and few connections", () => {
  const impatient = useService(fastestDatabase, {
    settings,
    extraRoutes,
    connectionLimits: { connections: 40, perPeer: 3 },
    timeouts: {
      headersTimeout: 400,
      requestTimeout: 600,
      connectionsCheckingInterval: 50,
      keepAliveTimeout: 1_000,
      timeout: 1_500,
    },
  });
  // The first response waits for the data to be loaded, which may take longer than these timeouts.
  beforeAll(() => until("the data are loaded", () => impatient.get("/api/shows").then(Boolean, () => false)));
  const announced = ask("POST /api/reading", "Content-Length: 50");

  test.each<[what: string, packets: string[], statuses: number[]]>([
    ["half a request line", ["GET /api/sh"], [408]],
    ["half a head", [headOf(good)], [408]],
    ["one request and half of another", [good + headOf(good)], [200, 408]],
    ["the head of a write", [announced], [408]],
    ["half the body of a write", [announced, "half"], [408]],
    ["nothing at all", [], []],
  ])("a client that stops after %s gets a 408, and what has begun is counted", async (_name, packets, statuses) => {
    const before = await remaining(impatient);
    const { answers, rest, isClosed } = await converse(packets, 3, { port: impatient.port });

    expect([statusesOf(answers), rest.length, isClosed]).toEqual([statuses, 0, true]);
    if (statuses.at(-1) === 408) expect(errorOf(answers.at(-1) as RawResponse)).toBe("Request timeout");
    expect(before - (await remaining(impatient))).toBe(statuses.length);
  });

  test("an idle client is disconnected", async () => {
    const { answers, isClosed } = await converse([good], Infinity, { port: impatient.port });

    expect([answers.length, answers[0]?.headers.get("keep-alive"), isClosed]).toEqual([1, "timeout=1", true]);
  });

  test("a client that does not read its response is disconnected", async () => {
    const socket = (await connected(impatient)).pause();
    const before = await impatient.connections();
    socket.write(ask("GET /api/long"));

    await until(
      "the connection is closed",
      () => impatient.connections(),
      (open) => open < before,
    );
    socket.destroy();
  });

  test("a request that arrived while the event loop was busy gets its response, even after the connection's timeout", async () => {
    const talk = await openRawSession(impatient.port);
    // The connection has been accepted once this response arrives.
    await impatient.get("/api/health");
    talk.socket.write(good);
    const end = performance.now() + 500;
    while (performance.now() < end);

    expect(statusesOf(await talk.answers(1))).toEqual([200]);
    talk.socket.destroy();
  });

  test("silent connections from one address do not block another address", async () => {
    const silent = await Promise.all(numbers.slice(0, 60).map(() => connected(impatient)));
    const other = connect({ port: impatient.port, host: "127.0.0.1", localAddress: "127.0.0.2" });
    other.write(good);
    const [answer] = (await once(other, "data")) as [Buffer];

    expect(answer.toString()).toMatch(/^HTTP\/1\.1 200 /);
    for (const socket of [...silent, other]) socket.destroy();
  });
});

function converse(packets: readonly string[], expected: number, more: Partial<Parameters<typeof exchange>[0]> = {}) {
  return exchange({ port: service.port, packets, expected, ...more });
}

/** A connection, open or refused already. */
async function connected({ port }: TestService): Promise<Socket> {
  const socket = connect(port, "127.0.0.1").on("error", () => undefined);
  await new Promise((resolve) => socket.once("connect", resolve).once("close", resolve));
  return socket;
}

async function remaining(of: TestService = service): Promise<number> {
  return ((await (await of.get("/api/quota")).json()) as { remaining: number }).remaining;
}

function errorOf({ status, body }: RawResponse): unknown {
  if (status < 400 || body.length === 0) return undefined;
  return (JSON.parse(body.toString()) as { error: unknown }).error;
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

test("a server that stops while it is busy answers what had arrived", async () => {
  const connections = new Connections();
  const server = createServer(({ socket }, response) => {
    response.once("close", connections.begin(socket)).end();
  });
  server.on("connection", (socket) => {
    connections.add(socket);
    connections.begin(socket)();
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  const [session] = await Promise.all([openRawSession(port), once(server, "connection")]);

  session.socket.write(good);
  const stopped = connections.stop(server);
  // Longer than it leaves to connections that are idle.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);

  expect(statusesOf(await session.answers(1))).toEqual([200]);
  await stopped;
});
