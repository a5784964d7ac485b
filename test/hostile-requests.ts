import { generateKey } from "../lib/http/access/key.ts";

/** Bytes that no usual client sends, and what the service responds. */
interface HostileRequest {
  sent: string | Buffer | readonly (string | Buffer)[];
  status: number;
  /** The body's `error`; absent for a successful response. */
  error?: string;
  /** Set when the response must have no body. */
  method?: "HEAD";
  /** How many requests are counted; defaults to one. */
  cost?: number;
}

/** The statuses and errors that these requests get. */
const outcomes = {
  badRequest: { status: 400, error: "Bad request" },
  invalidKey: { status: 401, error: "Invalid API key" },
  notFound: { status: 404, error: "Not found" },
  noShow: { status: 404, error: "Show not found" },
  notAllowed: { status: 405, error: "Method not allowed" },
  failedExpectation: { status: 417, error: "Expectation failed" },
  tooLarge: { status: 431, error: "Request header fields too large" },
  fine: { status: 200 },
} as const;

/** A complete request. @param line the request line without the version. */
export function rawRequest(line: string, ...fields: string[]): string {
  return `${line} HTTP/1.1\r\n${["Host: localhost", ...fields].join("\r\n")}\r\n\r\n`;
}

const ask = rawRequest;
const { badRequest, invalidKey, notFound, noShow, notAllowed, failedExpectation, tooLarge, fine } = outcomes;

const shows = "GET /api/shows";
const unknownKey = `Authorization: Bearer ${generateKey().secret}`;
const clientHello = Buffer.from("16030100c8010000c40303", "hex");
const smuggled = ask("GET /api/quota");

export const hostileRequests: Record<string, HostileRequest> = {
  "a path with half a percent escape": { sent: ask("GET /api/shows/%E0%A4%A"), ...badRequest },
  "a path that ends in a percent sign": { sent: ask("GET /api/%"), ...badRequest },
  "a query with half a percent escape": { sent: ask("GET /api/productions?show_id=%E0%A4"), ...badRequest },
  "overlong UTF-8 for a slash": { sent: ask("GET /api/shows/..%c0%af..%c0%afetc"), ...badRequest },
  "an encoded surrogate": { sent: ask("GET /api/shows/%ED%A0%80"), ...badRequest },
  "bytes that are not UTF-8": { sent: Buffer.from(ask("GET /api/shows/\xff\xfe"), "latin1"), ...badRequest },
  "UTF-8 without percent-encoding": { sent: Buffer.from(ask("GET /api/shows/é"), "utf8"), ...badRequest },
  "an encoded NUL": { sent: ask("GET /api/shows/%00"), ...noShow },
  "SQL as an id": { sent: ask("GET /api/shows/'%20OR%201=1;--"), ...noShow },
  "a path of 8,000 characters": { sent: ask(`GET /api/shows/${"a".repeat(8000)}`), ...noShow },
  "a path above the header limit": { sent: ask(`GET /api/shows/${"a".repeat(20_000)}`), ...tooLarge },
  "two thousand query parameters": { sent: ask(`GET /api/shows?${"a=1&".repeat(2000)}`), ...fine },
  "two thousand filters": { sent: ask(`GET /api/productions?${"show_id&".repeat(1500)}`), ...fine },
  "a fragment": { sent: ask("GET /api/shows#fragment"), ...fine },
  "path parameters": { sent: ask("GET /api/shows;v=1"), ...notFound },
  "path parameters after a slash": { sent: ask("GET /api/shows/;v=1"), ...noShow },
  "dot segments": { sent: ask("GET /api/../api/./shows"), ...fine },
  "dot segments that leave the root": { sent: ask("GET /../../../api/shows"), ...fine },
  "encoded dot segments": { sent: ask("GET /x/%2e%2E/api/shows"), ...fine },
  "an encoded letter": { sent: ask("GET /%61pi/sho%77s"), ...fine },
  "an encoded slash before a list": { sent: ask("GET /api/%2Fshows"), ...notFound },
  "an encoded slash after a list": { sent: ask("GET /api/shows%2Fhamilton"), ...notFound },
  "a backslash": { sent: ask("GET /api\\shows"), status: 200, cost: 0 },
  "`/api` itself": { sent: ask("GET /api"), ...notFound },
  "a segment too many": { sent: ask("GET /api/shows/hamilton/cast"), ...notFound },
  "a prototype's name": { sent: ask("GET /api/__proto__"), ...notFound },

  "absolute form": { sent: ask("GET http://localhost/api/shows"), ...fine },
  "absolute form with userinfo": { sent: ask("GET http://user:secret@localhost/api/shows"), ...fine },
  "absolute form without a path": { sent: ask("GET http://localhost?/api/shows"), status: 200, cost: 0 },
  "absolute form of another scheme": { sent: ask("GET gopher://localhost/api/shows"), ...fine },
  "an invalid target": { sent: ask("GET shows"), ...badRequest, cost: 0 },
  "authority form with GET": { sent: ask("GET localhost:80"), ...badRequest, cost: 0 },
  "asterisk form with GET": { sent: ask("GET *"), status: 200, cost: 0 },
  "asterisk form with OPTIONS": { sent: ask("OPTIONS *"), ...notAllowed, cost: 0 },

  TRACE: { sent: ask("TRACE /api/shows"), ...notAllowed },
  "CONNECT to a host": { sent: ask("CONNECT elsewhere.example:443"), ...notAllowed, cost: 0 },
  "CONNECT to a path": { sent: ask("CONNECT /api/shows"), ...notAllowed },
  "an invented method": { sent: ask("BREW /api/shows"), ...notAllowed },
  "an invented method in two packets": {
    sent: ["BRE", "W /api/shows HTTP/1.1\r\nHost: localhost\r\n", "\r\n"],
    ...notAllowed,
  },
  "an invented method with a bad key": { sent: ask("BREW /api/shows", unknownKey), ...invalidKey },
  "an invented method with a bad key in a later packet": {
    sent: ["BREW /api/shows HTTP/1.1\r\nHost: localhost\r\n", `${unknownKey}\r\n\r\n`],
    ...invalidKey,
  },
  "a method of 300 letters": { sent: ask(`${"M".repeat(300)} /api/shows`), ...badRequest },
  "an invented method with a broken path": { sent: ask("BREW /api/%"), ...badRequest },
  "an invented method without Host": { sent: "BREW /api/shows HTTP/1.1\r\n\r\n", ...badRequest },
  "an invented method with two Hosts": { sent: ask("BREW /api/shows", "Host: elsewhere"), ...badRequest },
  "a method that a list does not offer": { sent: ask("PROPFIND /api/shows"), ...notAllowed },
  "no method": { sent: " /api/shows HTTP/1.1\r\nHost: x\r\n\r\n", ...badRequest },

  RSC: { sent: ask(shows, "RSC: 1", "Next-Router-State-Tree: x", "Next-Router-Prefetch: 1", "Next-Url: /"), ...fine },
  "x-middleware-subrequest": { sent: ask(shows, "x-middleware-subrequest: middleware:middleware:middleware"), ...fine },
  "x-nextjs-data": {
    sent: ask(`${shows}?_rsc=1`, "x-nextjs-data: 1", "x-invoke-path: /_error", "x-invoke-status: 500"),
    ...fine,
  },
  "Next-Action": { sent: ask("PATCH /api/shows", "Next-Action: 00", "Content-Length: 0"), ...notAllowed },
  "a forged X-Forwarded-For": { sent: ask(shows, "X-Forwarded-For: 203.0.113.9"), ...fine },

  "one header that is too large": { sent: ask(shows, `X-Large: ${"a".repeat(40_000)}`), ...tooLarge },
  "a header that is too large, in many packets": {
    sent: [
      `${shows} HTTP/1.1\r\nHost: x\r\nX-Large: `,
      ...Array.from({ length: 40 }, () => "a".repeat(1000)),
      "\r\n\r\n",
    ],
    ...tooLarge,
  },
  "too many headers": { sent: ask(shows, ...Array.from({ length: 4000 }, (_, index) => `X-${index}: a`)), ...tooLarge },
  "a bad key behind two thousand headers": {
    sent: ask(shows, ...Array.from({ length: 2400 }, () => "a:"), unknownKey),
    ...invalidKey,
  },
  "no Host": { sent: `${shows} HTTP/1.1\r\n\r\n`, ...badRequest },
  "two Hosts": { sent: ask(shows, "Host: elsewhere"), ...badRequest },
  "an empty Host": { sent: `${shows} HTTP/1.1\r\nHost:\r\n\r\n`, ...fine },
  "HTTP/1.0 without Host": { sent: `${shows} HTTP/1.0\r\n\r\n`, ...fine },
  "HTTP/0.9": { sent: "GET /api/shows\r\n\r\n", ...badRequest },
  "HTTP/2's preface": { sent: "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", ...badRequest },
  "another protocol": { sent: `${shows} ICE/1.0\r\nHost: x\r\n\r\n`, ...badRequest },
  TLS: { sent: clientHello, ...badRequest },
  "TLS in two packets": { sent: [clientHello, Buffer.alloc(300, 1)], ...badRequest },
  NULs: { sent: Buffer.alloc(64), ...badRequest },
  "control bytes in the path": { sent: ask("GET /api/\x01shows"), ...badRequest },
  "a DEL in a header's name": { sent: ask(shows, "X-\x7f: a"), ...badRequest },
  "a header without a name": { sent: ask(shows, ": a"), ...badRequest },
  "a header without a colon": { sent: ask(shows, "Nothing"), ...badRequest },
  "a space before the colon": { sent: ask(shows, "X-Space : a"), ...badRequest },
  "a folded header": { sent: ask(shows, "X-Fold: a\r\n b"), ...badRequest },
  "bare line feeds": { sent: `${shows} HTTP/1.1\nHost: x\n\n`, ...badRequest },
  "a bare carriage return": { sent: `${shows} HTTP/1.1\rHost: x\r\r`, ...badRequest },

  "two lengths": { sent: ask(shows, "Content-Length: 0", "Content-Length: 5"), ...badRequest },
  "a length below zero": { sent: ask(shows, "Content-Length: -1"), ...badRequest },
  "a length that overflows": { sent: ask(shows, `Content-Length: ${"9".repeat(40)}`), ...badRequest },
  "a length in hexadecimal": { sent: ask(shows, "Content-Length: 0x10"), ...badRequest },
  "a request smuggled behind length and chunks": {
    sent: `${ask("PATCH /api/shows", "Content-Length: 4", "Transfer-Encoding: chunked")}0\r\n\r\n${smuggled}`,
    ...badRequest,
  },
  "a request smuggled behind an unknown coding": {
    sent: `${ask("PATCH /api/shows", "Transfer-Encoding: chunked, identity")}0\r\n\r\n${smuggled}`,
    ...badRequest,
  },
  "a request smuggled behind a space": {
    sent: `${ask("PATCH /api/shows", "Transfer-Encoding : chunked", "Content-Length: 5")}0\r\n\r\n${smuggled}`,
    ...badRequest,
  },
  "a body on GET": { sent: `${ask(shows, "Content-Length: 5")}hello`, ...fine },
  "a body on GET in chunks": { sent: `${ask(shows, "Transfer-Encoding: chunked")}5\r\nhello\r\n0\r\n\r\n`, ...fine },
  "a body that never arrives": { sent: ask(shows, "Content-Length: 5"), ...fine },
  "a body for a method that is not offered": {
    sent: `${ask("PATCH /api/shows", "Content-Length: 2")}{}`,
    ...notAllowed,
  },

  "a supported expectation": { sent: ask(shows, "Expect: 100-continue"), ...fine },
  "a supported expectation with a body that waits for it": {
    sent: ask("PATCH /api/shows", "Expect: 100-continue", "Content-Length: 5"),
    ...notAllowed,
  },
  "an unknown expectation": { sent: ask(shows, "Expect: miracles"), ...failedExpectation },
  "an unknown expectation for a page": { sent: ask("GET /", "Expect: miracles"), ...failedExpectation, cost: 0 },
  "a bad key and an expectation": { sent: ask(shows, "Expect: miracles", unknownKey), ...failedExpectation },
  "an upgrade to WebSocket": {
    sent: ask(
      shows,
      "Connection: Upgrade",
      "Upgrade: websocket",
      "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
      "Sec-WebSocket-Version: 13",
    ),
    ...fine,
  },
  "an upgrade to HTTP/2": {
    sent: ask(shows, "Connection: Upgrade, HTTP2-Settings", "Upgrade: h2c", "HTTP2-Settings: AAMAAABkAAQAAP__"),
    ...fine,
  },
  "an upgrade of a page": { sent: ask("GET /", "Connection: Upgrade", "Upgrade: websocket"), status: 200, cost: 0 },

  "an empty Authorization": { sent: ask(shows, "Authorization:"), ...invalidKey },
  "a key of 10,000 characters": { sent: ask(shows, `Authorization: Bearer ${"a".repeat(10_000)}`), ...invalidKey },
  "two Authorizations": { sent: ask(shows, "Authorization: Basic x", unknownKey), ...invalidKey },
  "a request id with markup": { sent: ask(shows, "X-Request-Id: <script>alert(1)</script>"), ...fine },
  "an invalid entity tag": { sent: ask(shows, 'If-None-Match: """,,W/,"'), ...fine },
  "a million codings": { sent: ask(shows, `Accept-Encoding: ${"a;q=0,".repeat(2000)}`), ...fine },
  "a coding named like a prototype's member": {
    sent: ask(shows, "Accept-Encoding: constructor, __proto__;q=1"),
    ...fine,
  },
  HEAD: { sent: ask("HEAD /api/shows"), status: 200, method: "HEAD" },
  "HEAD with a broken path": { sent: ask("HEAD /api/%"), status: 400, method: "HEAD" },
  "HEAD with two lengths": {
    sent: ask("HEAD /api/shows", "Content-Length: 0", "Content-Length: 5"),
    status: 400,
    method: "HEAD",
  },

  "a page with a broken path": { sent: ask("GET /%E0%A4%A"), ...badRequest, cost: 0 },
  "a page without Host": { sent: "GET / HTTP/1.1\r\n\r\n", ...badRequest, cost: 0 },
  "TRACE of a page": { sent: ask("TRACE /"), ...notAllowed, cost: 0 },
  "an invented method on a page": { sent: ask("BREW /"), ...notAllowed, cost: 0 },
  "two leading slashes": { sent: ask("GET //api/shows"), status: 200, cost: 0 },
  "a path in upper case": { sent: ask("GET /API/shows"), status: 200, cost: 0 },
  "health with two lengths": {
    sent: ask("GET /api/health", "Content-Length: 0", "Content-Length: 5"),
    ...badRequest,
    cost: 0,
  },
};
