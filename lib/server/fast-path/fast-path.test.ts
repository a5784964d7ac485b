import { beforeAll, describe, expect, test } from "vitest";
import type { Route } from "../../http/route.ts";
import { Representation } from "../../catalogue/representation.ts";
import { fastestDatabase } from "../../../test/databases.ts";
import { useService } from "../../../test/service.ts";
import { openRawSession } from "../../../test/raw-http.ts";
import { until } from "../../../test/until.ts";
import { parseSimpleGet } from "./http-head.ts";

const ask = (line: string, ...fields: string[]) =>
  `${line} HTTP/1.1\r\n${["Host: localhost", ...fields].join("\r\n")}\r\n\r\n`;

describe("a simple GET", () => {
  test("is parsed into its target and its headers by lower-case name", () => {
    const head = parseSimpleGet(
      ask("GET /api/shows?type=play", "Accept:*/*", "ETAG: \t a b \t", "Connection: Keep-Alive"),
    );

    expect(head?.target).toBe("/api/shows?type=play");
    expect(Object.fromEntries(head?.headers ?? [])).toEqual({
      host: "localhost",
      accept: "*/*",
      etag: "a b",
      connection: "Keep-Alive",
    });
  });

  test.each([
    ["another method", ask("HEAD /api/shows")],
    ["a page", ask("GET /docs")],
    ["the root of the API", ask("GET /api")],
    ["an absolute target", ask("GET http://localhost/api/shows")],
    ["a target with a control character", ask("GET /api/shows\x01")],
    ["a target beyond ASCII", ask("GET /api/\xe9")],
    ["an older version", "GET /api/shows HTTP/1.0\r\nHost: localhost\r\n\r\n"],
    ["no Host", "GET /api/shows HTTP/1.1\r\nAccept: */*\r\n\r\n"],
    ["two Hosts", ask("GET /api/shows", "host: localhost")],
    ["a duplicate header", ask("GET /api/shows", "Cookie: a=b", "cookie: c=d")],
    ["a Content-Length, even of zero", ask("GET /api/shows", "Content-Length: 0")],
    ["a body in chunks", ask("GET /api/shows", "Transfer-Encoding: chunked")],
    ["an expectation", ask("GET /api/shows", "Expect: 100-continue")],
    ["an upgrade", ask("GET /api/shows", "Upgrade: h2c")],
    ["Connection: close", ask("GET /api/shows", "Connection: close")],
    ["Proxy-Connection: close", ask("GET /api/shows", "Proxy-Connection: close")],
    ["several connection options", ask("GET /api/shows", "Connection: keep-alive, te")],
    ["white space before a colon", ask("GET /api/shows", "X : a")],
    ["a folded line", ask("GET /api/shows", "X: a\r\n b")],
    ["a line that ends in LF alone", ask("GET /api/shows", "X: a\nY: b")],
    ["a CR within a line", ask("GET /api/shows", "X: a\rY: b")],
    ["a NUL in a value", ask("GET /api/shows", "X: \0")],
    ["a value beyond ASCII", ask("GET /api/shows", "X: \xe9")],
    ["half a head", ask("GET /api/shows").slice(0, -2)],
    ["bytes behind the head", `${ask("GET /api/shows")}x`],
    ["another request behind the head", ask("GET /api/shows").repeat(2)],
    ["bytes before it", `\r\n${ask("GET /api/shows")}`],
  ])("does not match with %s", (_what, text) => {
    expect(parseSimpleGet(text)).toBeNull();
  });
});

describe("on one connection", () => {
  let isHeld = false;
  let release = () => {};
  /** Responds once the test releases it. */
  const held: Route = {
    path: "/held",
    isMetered: false,
    operations: {
      GET: {
        handle: async () => {
          const released = new Promise<void>((resolve) => (release = resolve));
          isHeld = true;
          await released;
          return { body: Representation.json("held") };
        },
      },
      POST: {
        handle: async ({ request }) => ({ body: Representation.json((await request.readBody(100)).toString()) }),
      },
    },
  };
  const longBytes = 64 * 1024 * 1024;
  /** A response larger than the socket's buffers. */
  const long: Route = {
    path: "/long",
    isMetered: false,
    operations: { GET: { handle: () => ({ body: new Representation(Buffer.alloc(longBytes, "a")) }) } },
  };

  const service = useService(fastestDatabase, {
    settings: { PUBLIC_DAILY_LIMIT: "1000000" },
    extraRoutes: [held, long],
    timeouts: { headersTimeout: 5_000, keepAliveTimeout: 1_000, timeout: 1_500 },
  });

  // The first response waits for the data to be loaded, which may take longer than these timeouts.
  beforeAll(() => service.infrastructure.catalogue.reach(null));

  const read = ask("GET /api/shows/hamilton");
  const write = `${ask("POST /api/held", "Content-Length: 5")}hello`;
  const page = ask("GET /docs");

  test.each([
    ["a page", page, "a page"],
    ["a write", write, "hello"],
    ["a HEAD", ask("HEAD /api/shows"), ""],
    ["an HTTP/1.0 read", "GET /api/shows HTTP/1.0\r\nConnection: keep-alive\r\n\r\n", "Hamilton"],
    ["a read with a duplicate header", ask("GET /api/shows", "Cookie: a=b", "Cookie: c=d"), "Hamilton"],
  ])("%s after simple GETs gets its response, and so do further reads", async (what, sent, word) => {
    const { socket, answers } = await openRawSession(service.port, read, [
      "GET",
      "GET",
      what === "a HEAD" ? "HEAD" : "GET",
    ]);
    for (const [index, next] of [read, sent, read].entries()) {
      await answers(index + 1);
      socket.write(next);
    }

    const all = await answers(4);
    socket.destroy();
    expect(all.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(all[2]?.body.toString()).toContain(word);
    expect(all[3]?.body).toEqual(all[0]?.body);
  });

  test("malformed input after simple GETs is refused and ends the connection", async () => {
    const { socket, answers, upTo } = await openRawSession(service.port, read);
    await answers(1);
    socket.write("nonsense\r\n\r\n");

    expect((await upTo(Infinity)).answers.map(({ status }) => status)).toEqual([200, 400]);
  });

  test("a head that arrives byte by byte after a simple GET is assembled", async () => {
    const { socket, answers } = await openRawSession(service.port, read);
    await answers(1);
    for (const byte of read) {
      socket.write(byte);
      await new Promise((resolve) => setImmediate(resolve));
    }

    const [first, second] = await answers(2);
    socket.destroy();
    expect(second?.body).toEqual(first?.body);
  });

  test.each([
    ["a read", read, "Hamilton"],
    ["a write", write, "hello"],
    ["a page", page, "a page"],
  ])("%s sent before a pending response gets its response afterwards", async (_what, sent, word) => {
    isHeld = false;
    const { socket, answers } = await openRawSession(service.port, ask("GET /api/held"));
    await until("the first is under way", () => isHeld);
    socket.write(sent.slice(0, 20));
    await service.get("/api/health");
    socket.write(sent.slice(20) + read);
    await service.get("/api/health");
    release();

    const bodies = (await answers(3)).map(({ body }) => body.toString());
    socket.destroy();
    expect(bodies).toEqual(["held", word, "Hamilton"].map((one) => expect.stringContaining(one) as unknown));
  });

  test("a client that half-closes after its request gets its response", async () => {
    const { socket, upTo } = await openRawSession(service.port);
    socket.end(read);

    expect((await upTo(Infinity)).answers.map(({ status }) => status)).toEqual([200]);
  });

  test("an idle client is disconnected", async () => {
    const { answers, upTo } = await openRawSession(service.port, read);
    const [answer] = await answers(1);
    const { answers: heard } = await upTo(Infinity);

    expect(answer?.headers.get("keep-alive")).toBe("timeout=1");
    expect(heard).toHaveLength(1);
  });

  test("a client that does not read its response is disconnected", async () => {
    const { socket } = await openRawSession(service.port);
    socket.pause();
    const before = await service.connections();
    socket.write(ask("GET /api/long"));

    await until(
      "the connection is closed",
      () => service.connections(),
      (open) => open < before,
    );
    socket.destroy();
  });

  test("a long response arrives complete", async () => {
    const { socket } = await openRawSession(service.port);
    let bytes = 0;
    socket.on("data", (piece: Buffer) => (bytes += piece.length));
    socket.write(ask("GET /api/long"));

    await until("all of it has come", () => bytes > longBytes);
    socket.write(read);
    await until("the next answer has come", () => bytes > longBytes + 500);
    socket.destroy();
  });
});
