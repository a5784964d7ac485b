import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { withoutReact } from "./page-without-scripts.ts";

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

test("all readers get the same bytes, unless the page shows the id of its response", () => {
  expect(withoutReact(page(200), false).shared).toBeDefined();
  expect(withoutReact(page(404, `${html}id0`), false).shared).toBeUndefined();
});

test("an error page keeps the scripts that complete it, and a picture stays as it is", () => {
  expect(withoutReact(page(500), false).bytes.toString()).toBe(html);
  expect(withoutReact(page(200, "<script>x</script>", "image/png"), false).bytes.toString()).toBe("<script>x</script>");
});
