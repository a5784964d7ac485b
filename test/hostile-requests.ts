import { generateKey } from "../lib/keys/key.ts";
import { hostileOutcomes, hostileTargets, rawRequest as ask, type HostileRequest } from "./hostile-targets.ts";

const { badRequest, invalidKey, notFound, notAllowed, failedExpectation, tooLarge, fine } = hostileOutcomes;

const shows = "GET /api/shows";
const unknownKey = `Authorization: Bearer ${generateKey().secret}`;
const clientHello = Buffer.from("16030100c8010000c40303", "hex");
const smuggled = ask("GET /api/quota");

export const hostileRequests: Record<string, HostileRequest> = {
  ...hostileTargets,
  "absolute form": { sent: ask("GET http://localhost/api/shows"), ...fine },
  "absolute form of another host": { sent: ask("GET http://elsewhere.example:99/api/shows"), ...fine },
  "absolute form over https": { sent: ask("GET https://localhost/api/shows"), ...fine },
  "absolute form with userinfo": { sent: ask("GET http://user:secret@localhost/api/shows"), ...fine },
  "absolute form without a path": { sent: ask("GET http://localhost?/api/shows"), status: 200, cost: 0 },
  "absolute form of another scheme": { sent: ask("GET gopher://localhost/api/shows"), ...fine },
  "an invalid target": { sent: ask("GET shows"), ...badRequest, cost: 0 },
  "authority form with GET": { sent: ask("GET localhost:80"), ...badRequest, cost: 0 },
  "asterisk form with GET": { sent: ask("GET *"), status: 200, cost: 0 },
  "asterisk form with OPTIONS": { sent: ask("OPTIONS *"), ...notAllowed, cost: 0 },

  TRACE: { sent: ask("TRACE /api/shows"), ...notAllowed },
  "TRACE of an unknown path": { sent: ask("TRACE /api/nothing"), ...notFound },
  "CONNECT to a host": { sent: ask("CONNECT elsewhere.example:443"), ...notAllowed, cost: 0 },
  "CONNECT to a path": { sent: ask("CONNECT /api/shows"), ...notAllowed },
  "an invented method": { sent: ask("BREW /api/shows"), ...notAllowed },
  "an invented method that begins like a real one": { sent: ask("GETS /api/shows"), ...notAllowed },
  "an invented method in two packets": {
    sent: ["BRE", "W /api/shows HTTP/1.1\r\nHost: localhost\r\n", "\r\n"],
    ...notAllowed,
  },
  "an invented method on an unknown path": { sent: ask("BREW /api/nothing"), ...notFound },
  "an invented method with a bad key": { sent: ask("BREW /api/shows", unknownKey), ...invalidKey },
  "an invented method with a bad key in a later packet": {
    sent: ["BREW /api/shows HTTP/1.1\r\nHost: localhost\r\n", `${unknownKey}\r\n\r\n`],
    ...invalidKey,
  },
  "a method in lower case": { sent: ask("get /api/shows"), ...notAllowed },
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
  "HTTP/2.0 on a request line": { sent: `${shows} HTTP/2.0\r\nHost: x\r\n\r\n`, ...badRequest },
  "HTTP/9.9": { sent: `${shows} HTTP/9.9\r\nHost: x\r\n\r\n`, ...badRequest },
  "another protocol": { sent: `${shows} ICE/1.0\r\nHost: x\r\n\r\n`, ...badRequest },
  TLS: { sent: clientHello, ...badRequest },
  "TLS in two packets": { sent: [clientHello, Buffer.alloc(300, 1)], ...badRequest },
  NULs: { sent: Buffer.alloc(64), ...badRequest },
  "control bytes in the path": { sent: ask("GET /api/\x01shows"), ...badRequest },
  "a NUL in a header": { sent: ask(shows, "X-Nul: a\0b"), ...badRequest },
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
  "a length that is a word": { sent: ask(shows, "Content-Length: ten"), ...badRequest },
  "a length in hexadecimal": { sent: ask(shows, "Content-Length: 0x10"), ...badRequest },
  "a length with a sign": { sent: ask(shows, "Content-Length: +5"), ...badRequest },
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
  "an upgrade to TLS": { sent: ask(shows, "Connection: Upgrade", "Upgrade: TLS/1.3"), ...fine },
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
  "HEAD of an unknown path": { sent: ask("HEAD /api/nothing"), status: 404, method: "HEAD" },
  "HEAD with a broken path": { sent: ask("HEAD /api/%"), status: 400, method: "HEAD" },
  "HEAD with two lengths": {
    sent: ask("HEAD /api/shows", "Content-Length: 0", "Content-Length: 5"),
    status: 400,
    method: "HEAD",
  },

  "a page with a broken path": { sent: ask("GET /%E0%A4%A"), ...badRequest, cost: 0 },
  "a page with a broken query": { sent: ask("GET /?q=%"), ...badRequest, cost: 0 },
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
