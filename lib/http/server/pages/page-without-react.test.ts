import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { createRequest } from "../../request.ts";
import { createRouter } from "../../router.ts";
import { withoutReact } from "./page-cache.ts";
import { toCachedPage, toResponse, type CachedPage, type RenderedPage } from "../rendered-page.ts";

const placeholders = { nonce: "nonce0", id: "id0" };
const own = `(function(){document.title="</p>"})()`;
const html = `<html><head><link rel="preload" as="script" fetchPriority="low" nonce="nonce0" href="/_next/static/a.js"/><link rel="stylesheet" href="/_next/static/a.css" nonce="nonce0"/><script src="/_next/static/a.js" async="" nonce="nonce0"></script></head><body><h1>Wicked</h1><script type="application/ld+json">{"@type":"Person"}</script><script data-page-script="true" nonce="nonce0">${own}</script><script nonce="nonce0">self.__next_f.push([1,"x"])</script></body></html>`;
const page = (status: number, text = html, type = "text/html; charset=utf-8") => ({
  status,
  headers: { "content-type": type },
  bytes: Buffer.from(text),
  placeholders,
});

test("a public page keeps its own script and its structured data, and loses React's", () => {
  const { bytes, headers } = withoutReact(page(200), false);

  expect(bytes.toString()).toBe(
    `<html><head><link rel="stylesheet" href="/_next/static/a.css"/></head><body><h1>Wicked</h1><script type="application/ld+json">{"@type":"Person"}</script><script data-page-script="true">${own}</script></body></html>`,
  );
  const hash = createHash("sha256").update(own).digest("base64");
  expect(headers["content-security-policy"]).toContain(
    `script-src 'self' 'nonce-nonce0' 'sha256-${hash}' 'strict-dynamic';`,
  );
});

describe("what has no nonce and no id in it is compressed once, and all readers get the same bytes:", () => {
  const long = "a line\n".repeat(300);
  const bodyOf = async (cached: CachedPage, coding: string) => {
    const request = createRequest(
      { method: "GET", target: "/x", header: (name) => (name === "accept-encoding" ? coding : undefined) },
      createRouter([], null),
    );
    return (await toResponse(cached, request, { nonce: "n1", id: "i1" })).body;
  };

  test.each([
    ["a public page", withoutReact(page(200, html + long), false), true],
    ["a text", page(200, long, "text/plain"), true],
    ["a page with the id of its response", withoutReact(page(404, `${html}${long}id0`), false), false],
    ["a page with a nonce", page(200, html + long), false],
  ])("%s", async (_what, rendered: RenderedPage, isSame) => {
    const cached = await toCachedPage(rendered);
    for (const coding of ["br", "gzip", "identity"])
      expect([coding, (await bodyOf(cached, coding)) === (await bodyOf(cached, coding))]).toEqual([coding, isSame]);
    if (isSame) expect(await bodyOf(cached, "identity")).toEqual(rendered.bytes);
  });
});

test("an error page keeps the scripts that complete it, and a picture stays as it is", () => {
  expect(withoutReact(page(500), false).bytes.toString()).toBe(html);
  expect(withoutReact(page(200, "<script>x</script>", "image/png"), false).bytes.toString()).toBe("<script>x</script>");
});
