import { describe, expect, test } from "vitest";
import { rawRequest as ask } from "../../../test/hostile-targets.ts";
import { parseSimpleGet } from "./http-head.ts";

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
