import fc from "fast-check";
import { expect, test } from "vitest";
import { timeoutMilliseconds, runOptions, stopwatch } from "../../test/generated-runs.ts";
import { fastestDatabase } from "../../test/databases.ts";
import { exchange, type RawResponse } from "../../test/raw-http.ts";
import { useService } from "../../test/service.ts";
import { parseSimpleGet } from "./fast-path/http-head.ts";

const service = useService(fastestDatabase, {
  settings: { PUBLIC_DAILY_LIMIT: "100000000" },
  timeouts: { headersTimeout: 150, requestTimeout: 150, connectionsCheckingInterval: 25 },
});

const mostly = <Value>(usual: Value, ...others: Value[]) =>
  fc.oneof({ weight: 6, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: fc.constantFrom(...others) });

const method = mostly("GET", "HEAD", "OPTIONS", "POST", "get", "G", "");
const target = mostly(
  "/api/shows/hamilton",
  "/api/shows?type=play",
  "/api/productions?theatre_id=palace&show_id=&theatre_id=a%20b",
  "/api//shows",
  "/api/%73hows",
  "/api/%zz",
  "/api/../api/health",
  "/api/shows/\xe9",
  "/api/shows#x",
  "/api",
  "/api/",
  "/api/auth",
  "http://localhost/api/health",
  "*",
);
const version = mostly("HTTP/1.1", "HTTP/1.0", "HTTP/1.2", "HTTP/2.0", "http/1.1", "HTTP/1.1 ");
const lineEnd = mostly("\r\n", "\n", "\r", " \r\n");
const hosts = mostly(["Host: localhost"], [], ["host:localhost"], ["Host: a", "Host: b"], ["Host:"], ["Host : a"]);
const field = fc.constantFrom(
  "Accept: */*",
  "accept-encoding: gzip, br",
  "Accept-Encoding:br;q=0",
  "ACCEPT-ENCODING:   \t gzip \t ",
  "Authorization: Bearer nonsense",
  "Authorization: Basic eDp5",
  "Connection: keep-alive",
  "Connection: Keep-Alive",
  "Connection: close",
  "Connection: keep-alive, close",
  "Connection: upgrade",
  "Content-Length: 0",
  "Content-Length: +0",
  "Cookie: a=b",
  "Cookie: c",
  "Expect: 100-continue",
  "Expect: nothing",
  "If-None-Match: *",
  'If-None-Match: "x"',
  "If-Modified-Since: Tue, 01 Jan 2030 00:00:00 GMT",
  "Keep-Alive: timeout=1",
  "Origin: https://elsewhere.example",
  "Range: bytes=0-1",
  "TE: trailers",
  "Trailer: X",
  "Transfer-Encoding: identity",
  "Transfer-Encoding: chunked",
  "Upgrade: h2c",
  "X-Empty:",
  "X-Request-Id: given-by-the-test",
  "X-Bytes: \xc3\xa9",
  "X-Control: \x01",
  "X-Delete: \x7f",
  "X-Folded: a\r\n b",
  "X-Forwarded-For: 192.0.2.1",
  "X-Line: a\rb",
  "X Space: a",
  "\tX-Tab: a",
  "No colon",
  ": no name",
  "__proto__: a",
);
const behind = mostly("", "", "\r\n", "x", "GET /api/health HTTP/1.1\r\nHost: localhost\r\n\r\n");

const request = fc
  .record({ method, target, version, lineEnd, hosts, fields: fc.array(field, { maxLength: 3 }), behind })
  .map((given) => ({
    method: given.method,
    text: [`${given.method} ${given.target} ${given.version}`, ...given.hosts, ...given.fields, "", ""]
      .join(given.lineEnd)
      .concat(given.behind),
  }));

const usual = "GET /api/shows/hamilton HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: gzip\r\n\r\n";

/** A request that moves its connection from the fast path to Node's parser. */
const notPlain = "HEAD /api/health HTTP/1.1\r\nHost: localhost\r\n\r\n";

test(
  "the first request on a connection gets the same response as one that Node parses",
  async () => {
    const isOver = stopwatch(4);
    expect(parseSimpleGet(usual)).not.toBeNull();

    await fc.assert(
      fc.asyncProperty(request, async ({ method, text }) => {
        if (isOver()) return;
        const first = await ask([text], [method]);
        const [, ...byNode] = await ask([notPlain, text], ["HEAD", method]);

        expect(first).toEqual(byNode);
      }),
      { ...runOptions(200, 4), examples: [[{ method: "GET", text: usual }]] },
    );
  },
  timeoutMilliseconds,
);

/** Returns all responses until either side closes the connection. */
async function ask(packets: string[], methods: string[]) {
  const { answers, isClosed } = await exchange({
    port: service.port,
    packets,
    methods: [...methods, "GET"],
    expected: 4,
    isHalfClosed: true,
  });
  expect(isClosed).toBe(true);
  return answers.map(steady);
}

const changing = ["date", "x-request-id", "x-ratelimit-remaining", "x-ratelimit-reset"];

function steady({ status, headers, body }: RawResponse) {
  const id = headers.get("x-request-id") ?? "";
  return {
    status,
    headers: [...headers]
      .filter(([name]) => !changing.includes(name))
      .map(([name, value]) => [name, value.replace(/'nonce-[^']+'/g, "a nonce")]),
    isNamed: id === "given-by-the-test",
    body: body.toString().replaceAll(id, "the request's id"),
  };
}
