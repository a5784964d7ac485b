import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { beforeAll, describe, expect, test } from "vitest";
import type { Route } from "../http/route.ts";
import { Representation } from "../catalogue/representation.ts";
import { fastestDatabase } from "../../test/databases.ts";
import { exchange, parseResponses, type RawResponse } from "../../test/raw-http.ts";
import { useService } from "../../test/service.ts";

/** Reads its request's body, as writes do. */
const reading: Route = {
  path: "/reading",
  isMetered: true,
  operations: {
    POST: {
      handle: async ({ request }) => ({
        body: Representation.json({ bytes: (await request.readBody(100_000)).length }),
      }),
    },
  },
};

const service = useService(fastestDatabase, {
  settings: { PUBLIC_DAILY_LIMIT: "1000000" },
  extraRoutes: [reading],
  timeouts: { headersTimeout: 400, requestTimeout: 600, connectionsCheckingInterval: 50, timeout: 1500 },
});

// The first response waits for the data to be loaded, which may take longer than these timeouts.
beforeAll(() => expectAlive());

const ask = (line: string, ...fields: string[]) =>
  `${line} HTTP/1.1\r\n${["Host: localhost", ...fields].join("\r\n")}\r\n\r\n`;
const good = ask("GET /api/shows");
const headOf = (request: string) => request.slice(0, -2);

describe("pipelined requests", () => {
  test("get complete responses in order, two hundred of them", async () => {
    const ids = Array.from({ length: 200 }, (_, index) => `pipelined-${index}`);
    const { answers, rest } = await converse(
      ids.map((id) => ask("GET /api/theatres", `X-Request-Id: ${id}`)).join(""),
      ids.length,
    );

    expect(answers.map(({ headers }) => headers.get("x-request-id"))).toEqual(ids);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(rest).toHaveLength(0);
  });

  test.each([
    ["a malformed one", ask("GET /api/shows", "No colon"), 400],
    ["two lengths", ask("GET /api/shows", "Content-Length: 1", "Content-Length: 2"), 400],
    ["an invented method", ask("BREW /api/shows"), 405],
    ["CONNECT", ask("CONNECT elsewhere.example:443"), 405],
    ["TLS", "\x16\x03\x01\x00\xc8", 400],
    ["HTTP/2's preface", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 400],
    ["too large a header", ask("GET /api/shows", `X-Large: ${"a".repeat(20_000)}`), 431],
  ])("%s behind valid ones is refused after their responses", async (_name, bad, status) => {
    const { answers, isClosed } = await converse(good + good + bad, 4);

    expect(answers.map((answer) => answer.status)).toEqual([200, 200, status]);
    expect(isClosed).toBe(true);
  });

  test("with a malformed one end there: the connection closes, because the rest could be its body", async () => {
    const { answers } = await converse(
      ask("GET /api/shows", "Content-Length: 1", "Content-Length: 2") + good + good,
      2,
    );

    expect(answers.map((answer) => answer.status)).toEqual([400]);
  });

  test("with an unknown method behind a body are parsed from the method's first letter", async () => {
    const { answers } = await converse(
      `${ask("GET /api/shows", "Content-Length: 5")}hello${ask("BREW /api/nothing")}`,
      3,
    );

    expect(answers.map((answer) => answer.status)).toEqual([200, 404]);
  });
});

describe("a request whose body is broken", () => {
  test.each([
    ["an invalid chunk size", "zz\r\n"],
    ["a chunk size that overflows", `${"f".repeat(40)}\r\n`],
    ["a chunk without its end", "1\r\nabc\r\n"],
    ["endless chunk extensions", `1;${"a=b;".repeat(10_000)}\r\n`],
    ["a bare line feed behind a chunk size", "1\na\n0\n\n"],
  ])("by %s gets one response, and the connection ends", async (_name, body) => {
    const before = await remaining();

    const { answers, rest, isClosed } = await converse(
      [ask("PATCH /api/shows", "Transfer-Encoding: chunked"), body, good],
      2,
    );

    expect(answers.map(({ status }) => status)).toEqual([405]);
    expect([rest.length, isClosed, before - (await remaining())]).toEqual([0, true, 1]);
  });

  test("and its head refused is counted once, and its response arrives complete", async () => {
    const before = await remaining();
    const head = ask("PATCH /api/shows", "Content-Length: 9000000", "Transfer-Encoding: chunked");

    const { answers } = await converse([head, ...Array.from({ length: 60 }, () => "x".repeat(50_000))], 2);

    expect(answers.map(errorOf)).toEqual(["Bad request"]);
    expect(before - (await remaining())).toBe(1);
  });

  test("and large can still be sent while the complete response is read", async () => {
    const { answers } = await converse(
      [ask("PATCH /api/shows", "Content-Length: 90000000"), ...Array.from({ length: 60 }, () => "x".repeat(50_000))],
      2,
    );

    expect(answers.map(errorOf)).toEqual(["Method not allowed"]);
  });
});

describe("a body that a handler reads", () => {
  const chunked = ask("POST /api/reading", "Transfer-Encoding: chunked");
  const announced = ask("POST /api/reading", "Content-Length: 50");

  test.each([
    ["that is complete", [chunked, "5\r\nhello\r\n0\r\n\r\n"], 200, undefined],
    ["with an invalid chunk size", [chunked, "zz\r\n"], 400, "Bad request"],
    ["with an invalid chunk behind a valid one", [chunked, "5\r\nhello\r\n", "g\r\n"], 400, "Bad request"],
    ["with endless chunk extensions", [chunked, `1;${"a=b;".repeat(10_000)}\r\n`], 413, "Content too large"],
    ["that never arrives", [announced], 408, "Request timeout"],
    ["that stops half-way", [announced, "half"], 408, "Request timeout"],
    [
      "whose Content-Length is too large",
      [ask("POST /api/reading", "Content-Length: 100001")],
      413,
      "Content too large",
    ],
    ["that turns out too large", [chunked, `186a1\r\n${"x".repeat(100_001)}\r\n`], 413, "Content too large"],
  ])("%s gets one response, and one request is counted", async (_name, packets, status, error) => {
    const before = await remaining();

    const { answers, rest } = await exchange({ port: service.port, packets, expected: 1 });

    expect(answers.map((answer) => [answer.status, errorOf(answer)])).toEqual([[status, error]]);
    expect([rest.length, before - (await remaining())]).toEqual([0, 1]);
    await expectAlive();
  });

  test("and whose sender half-closes the connection early, gets a 400", async () => {
    const { answers, isClosed } = await exchange({
      port: service.port,
      packets: [announced, "half"],
      expected: 2,
      isHalfClosed: true,
    });

    expect(answers.map(errorOf)).toEqual(["Bad request"]);
    expect(isClosed).toBe(true);
  });
});

describe("a slow client", () => {
  test.each([
    ["half a request line", "GET /api/sh"],
    ["half a head", headOf(good)],
    ["half a head with an unknown method", headOf(ask("BREW /api/shows"))],
  ])("that stops after %s gets a 408, and one request is counted", async (_name, part) => {
    const before = await remaining();

    const { answers, isClosed } = await converse(part, 2);

    expect(answers.map((answer) => [answer.status, errorOf(answer)])).toEqual([[408, "Request timeout"]]);
    expect([isClosed, before - (await remaining())]).toEqual([true, 1]);
  });

  test("that stops after one request and half of another gets both responses", async () => {
    const { answers } = await converse(good + headOf(good), 3);

    expect(answers.map(({ status }) => status)).toEqual([200, 408]);
  });

  test("that only connects is disconnected without a response, and nothing is counted", async () => {
    const before = await remaining();

    const { answers, rest, isClosed } = await converse([], 1);

    expect([answers.length, rest.length, isClosed, before - (await remaining())]).toEqual([0, 0, true, 0]);
  });

  test("that does not read its response is disconnected", async () => {
    const socket = await connected();
    socket.pause();
    socket.write(ask("GET /api/cast-members").repeat(400));

    const isReset = new Promise<void>((resolve) => socket.on("error", () => resolve()).on("close", () => resolve()));
    const probing = setInterval(() => socket.write(good), 100);
    await isReset;
    clearInterval(probing);
    socket.destroy();

    await expectAlive();
  });
});

describe("a client that disconnects", () => {
  test("by half-closing still gets its responses", async () => {
    const { answers, isClosed } = await exchange({
      port: service.port,
      packets: [good + good],
      expected: 3,
      isHalfClosed: true,
    });

    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(isClosed).toBe(true);
  });

  test.each([
    ["a malformed request", "", [400]],
    ["a completed request and a malformed one", good, [200, 400]],
    ["two requests and a malformed one", good + good, [200, 200, 400]],
  ])("by half-closing after %s gets every response", async (_name, before, statuses) => {
    const { answers, isClosed } = await exchange({
      port: service.port,
      packets: [before, ask("GET /api/shows", "Name : with a space")].filter((packet) => packet !== ""),
      expected: 4,
      isHalfClosed: true,
    });

    expect(answers.map(({ status }) => status)).toEqual(statuses);
    expect(isClosed).toBe(true);
  });

  test("in the middle of a head gets a 400", async () => {
    const { answers } = await exchange({
      port: service.port,
      packets: [headOf(good)],
      expected: 2,
      isHalfClosed: true,
    });

    expect(answers.map(errorOf)).toEqual(["Bad request"]);
  });

  test("in the middle of a head with an unknown method is disconnected", async () => {
    const { answers, isClosed } = await exchange({
      port: service.port,
      packets: [headOf(ask("BREW /api/shows"))],
      isHalfClosed: true,
    });

    expect([answers, isClosed]).toEqual([[], true]);
  });

  test.each([
    ["many requests", good.repeat(50)],
    ["CONNECT", ask("CONNECT elsewhere.example:443")],
    ["an invented method", ask("BREW /api/shows")],
    ["half an invented method", "BRE"],
    ["half a body", `${ask("PATCH /api/shows", "Content-Length: 50")}x`],
    ["an upgrade", ask("GET /api/shows", "Connection: Upgrade", "Upgrade: websocket")],
    ["a page", ask("GET /")],
    ["TLS", "\x16\x03\x01"],
  ])("by a reset after %s affects no other client", async (_name, sent) => {
    for (let times = 0; times < 10; times += 1) {
      const socket = await connected();
      socket.on("error", () => undefined);
      await new Promise((resolve) => socket.write(Buffer.from(sent, "latin1"), resolve));
      await new Promise((resolve) => setImmediate(resolve));
      socket.resetAndDestroy();
      await new Promise((resolve) => setImmediate(resolve));
    }

    await expectAlive();
  });
});

test("a connection serves a hundred consecutive requests", async () => {
  const socket = await connected();
  let received = Buffer.alloc(0);
  for (let count = 1; count <= 100; count += 1) {
    socket.write(ask("GET /api/quota"));
    while (parseResponses(received, []).answers.length < count) {
      const [bytes] = (await once(socket, "data")) as [Buffer];
      received = Buffer.concat([received, bytes]);
    }
  }
  socket.destroy();

  expect(parseResponses(received, []).answers.every(({ status }) => status === 200)).toBe(true);
});

function converse(packets: string | readonly string[], expected: number) {
  return exchange({ port: service.port, packets: typeof packets === "string" ? [packets] : packets, expected });
}

async function connected(): Promise<Socket> {
  const socket = connect(service.port, "127.0.0.1");
  await once(socket, "connect");
  return socket;
}

async function remaining(): Promise<number> {
  return ((await (await service.get("/api/quota")).json()) as { remaining: number }).remaining;
}

async function expectAlive(): Promise<void> {
  expect((await service.get("/api/shows")).status).toBe(200);
}

function errorOf({ body }: RawResponse): unknown {
  return (JSON.parse(body.toString()) as { error: unknown }).error;
}
