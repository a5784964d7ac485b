import { connect } from "node:net";
import { beforeEach, expect, test } from "vitest";
import type { Route } from "../http/route.ts";
import { Representation } from "../catalogue/representation.ts";
import { fastestDatabase } from "../../test/databases.ts";
import { startService, useService } from "../../test/service.ts";
import { openRawSession } from "../../test/raw-http.ts";
import { until } from "../../test/until.ts";

/** The requests whose handler has started, in order. */
let started: string[] = [];
let release: (() => void)[] = [];

/** Responds once the test releases it. */
const held: Route = {
  path: "/held/{number}",
  isMetered: false,
  operations: {
    POST: {
      handle: async ({ params }) => {
        started.push(params["number"] ?? "");
        await new Promise<void>((resolve) => release.push(resolve));
        return { body: Representation.json("held") };
      },
    },
  },
};

const service = useService(fastestDatabase, {
  settings: { PUBLIC_DAILY_LIMIT: "1000000" },
  extraRoutes: [held],
  timeouts: { headersTimeout: 300 },
});
beforeEach(() => {
  started = [];
  release = [];
});

const post = (number: number) => `POST /api/held/${number} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n`;
const read = "GET /api/quota HTTP/1.1\r\nHost: localhost\r\n\r\n";
const numbers = Array.from({ length: 500 }, (_, number) => number);

test("of many pipelined requests on one connection, one is worked on at a time", async () => {
  const talk = await openRawSession(service.port, numbers.map(post).join(""));
  await until("the first has begun", () => started.length);
  // This response on another connection shows that all requests have been read.
  await service.get("/api/shows");

  expect(started).toEqual(["0"]);

  release.shift()?.();
  expect((await talk.answers(1))[0]?.status).toBe(200);
  await until("the second has begun", () => started.length > 1);
  expect(started).toEqual(["0", "1"]);
  talk.socket.destroy();
});

test("a connection is not read further while a response is pending", async () => {
  const talk = await openRawSession(service.port, numbers.map(post).join(""));
  await until("the first has begun", () => started.length);
  const more = Buffer.from(read.repeat(800_000));
  let isTaken = false;
  talk.socket.write(more, () => (isTaken = true));
  for (let asked = 0; asked < 20; asked += 1) await service.get("/api/shows");

  // The system's buffers are full, and the service reads nothing from them.
  expect([isTaken, talk.socket.writableLength > 0]).toEqual([false, true]);
  talk.socket.destroy();
});

test("after a client has disconnected, hardly any of its pipelined requests starts", async () => {
  const talk = await openRawSession(service.port, numbers.map(post).join(""));
  await until("the first has begun", () => started.length);
  talk.socket.destroy();

  // The service notices the disconnection at its first write.
  for (let asked = 0; asked < 20; asked += 1) {
    release.shift()?.();
    await service.get("/api/shows");
  }
  expect(started.length).toBeLessThan(4);
});

test("many requests on one connection all get their responses in order", async () => {
  const ids = numbers.map((number) => `request-${number}`);
  const talk = await openRawSession(
    service.port,
    ids.map((id) => `GET /api/quota HTTP/1.1\r\nHost: localhost\r\nX-Request-Id: ${id}\r\n\r\n`).join(""),
  );

  const answers = await talk.answers(ids.length);
  expect(answers.map(({ headers }) => headers.get("x-request-id"))).toEqual(ids);
  talk.socket.destroy();
});

test("a request that arrived while the event loop was busy gets its response, even after the connection's timeout", async () => {
  const talk = await openRawSession(service.port);
  // The connection has been accepted once this response arrives.
  await service.get("/api/health");
  talk.socket.write(read);
  const end = performance.now() + 500;
  while (performance.now() < end);

  expect((await talk.answers(1))[0]?.status).toBe(200);
  talk.socket.destroy();
});

test("silent connections from one address do not block another address", async () => {
  const small = await startService(fastestDatabase, { connectionLimits: { connections: 40, perPeer: 3 } });
  const silent = await Promise.all(
    Array.from({ length: 60 }, async () => {
      const socket = connect({ port: small.port, host: "127.0.0.1" }).on("error", () => undefined);
      await new Promise((resolve) => socket.once("connect", resolve).once("close", resolve));
      return socket;
    }),
  );

  const other = connect({ port: small.port, host: "127.0.0.1", localAddress: "127.0.0.2" });
  other.write(read);
  const answer = await new Promise<string>((resolve, reject) => {
    other.once("data", (bytes: Buffer) => resolve(bytes.toString()));
    other.once("error", reject).once("close", () => reject(new Error("The connection was refused.")));
  });

  expect(answer).toMatch(/^HTTP\/1\.1 200 /);
  for (const socket of [...silent, other]) socket.destroy();
  await small.close();
});
