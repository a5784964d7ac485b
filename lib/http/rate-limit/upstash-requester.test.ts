import { once } from "node:events";
import { createServer, type RequestListener, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Redis } from "@upstash/redis";
import { expect, onTestFinished, test } from "vitest";
import { sendsTokenUnencrypted, upstashRequester } from "./upstash.ts";

const token = "a-token-of-the-test";

/** A server in the place of Upstash. */
async function startServer(answer: RequestListener): Promise<{ server: Server; url: string }> {
  const server = createServer(answer).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

const askedOf = (url: string, timeoutMilliseconds = 5_000) => {
  const redis = new Redis(upstashRequester({ url, token, timeoutMilliseconds }));
  return () => redis.incrby("theatre-listings:ip:192.0.2.1", 1);
};

const answerOne = (response: ServerResponse) => response.end(JSON.stringify({ result: 1 }));

test("a command goes with its token to the path of the URL, and the next one on the same connection", async () => {
  const seen: unknown[] = [];
  const ports = new Set<number | undefined>();
  const { url } = await startServer((request, response) => {
    ports.add(request.socket.remotePort);
    void request.toArray().then((pieces) => {
      seen.push([request.method, request.url, request.headers.authorization, Buffer.concat(pieces).toString()]);
      answerOne(response);
    });
  });
  const ask = askedOf(`${url}/redis/`);

  expect([await ask(), await ask()]).toEqual([1, 1]);

  const command = '["incrby","theatre-listings:ip:192.0.2.1",1]';
  const sent = ["POST", "/redis", `Bearer ${token}`, command];
  expect(seen).toEqual([sent, sent]);
  expect(ports.size).toBe(1);
});

const half = '{"resu';

test.each<[string, RequestListener, RegExp]>([
  ["never answers", () => undefined, /no answer within 200 ms/],
  ["stops in the middle of an answer", (_, response) => response.write(half), /no answer within 200 ms/],
  [
    "ends the connection in the middle of an answer",
    (_, response) => response.writeHead(200, { "Content-Length": 100 }).write(half, () => response.destroy()),
    /aborted/,
  ],
  ["answers half of a JSON document", (_, response) => response.end(half), /status 200 and no JSON/],
  ["answers with a page", (_, response) => response.end("<html>"), /status 200 and no JSON/],
  ["answers with a page and 502", (_, response) => response.writeHead(502).end("<html>"), /status 502 and no JSON/],
  ["answers 503 with a reason", (_, response) => response.writeHead(503).end('{"error":"Down"}'), /status 503: Down/],
  ["answers 503 with a result", (_, response) => response.writeHead(503).end('{"result":1}'), /status 503/],
  ["answers nothing", (_, response) => response.writeHead(204).end(), /status 204/],
  ["redirects", (_, response) => response.writeHead(301, { Location: "/" }).end(), /status 301/],
])(
  "a command fails, with a message that does not name the caller, when the server %s",
  async (_name, answer, message) => {
    const { url } = await startServer(answer);

    const error: unknown = await askedOf(url, 200)().catch((reason: unknown) => reason);

    expect(error).toBeInstanceOf(Error);
    expect(String(error)).toMatch(message);
    expect(String(error)).not.toContain("192.0.2.1");
  },
);

test.each(["at once", "by and by"])("an answer without an end, sent %s, is given up after a megabyte", async (pace) => {
  const piece = Buffer.alloc(100_000, "1");
  let sent = 0;
  const { url } = await startServer((_, response) => {
    const send = () => {
      if (response.destroyed || sent >= 100_000_000) return;
      sent += piece.length;
      response.write(piece, () => (pace === "at once" ? send() : setTimeout(send, 1)));
    };
    send();
  });

  await expect(askedOf(url, 20_000)()).rejects.toThrow("Upstash Redis sent an answer of more than 1 MB.");

  // The connection holds the rest.
  expect(sent).toBeLessThan(20_000_000);
});

test.each([
  ["http://redis.example.com", true],
  ["http://bridge:8079", true],
  ["http://localhost:8079", false],
  ["http://127.0.0.1:8079/redis", false],
  ["http://[::1]:8079", false],
  ["https://name.upstash.io", false],
])("the token of %s is sent unencrypted to another machine: %s", (url, isSent) => {
  expect(sendsTokenUnencrypted(url)).toBe(isSent);
});

test("a command is not sent again when its connection ends without an answer, and the next one opens another", async () => {
  let received = 0;
  const { url } = await startServer((_, response) => {
    received += 1;
    if (received === 2) response.destroy();
    else answerOne(response);
  });
  const ask = askedOf(url);
  await ask();

  await expect(ask()).rejects.toThrow(/socket hang up|ECONNRESET/);

  expect(received).toBe(2);
  expect(await ask()).toBe(1);
});

test("a command that follows the end of idle connections is sent once, on another connection", async () => {
  let received = 0;
  const { server, url } = await startServer((request, response) => {
    if (request.method === "POST") received += 1;
    answerOne(response);
  });
  const ask = askedOf(url);
  await Promise.all(Array.from({ length: 10 }, ask));
  server.closeIdleConnections();
  // This answer arrives after the end of those connections.
  await (await fetch(url)).text();

  expect(await Promise.all(Array.from({ length: 20 }, ask))).toEqual(Array(20).fill(1));
  expect(received).toBe(30);
});
