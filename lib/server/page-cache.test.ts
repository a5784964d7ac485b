import { afterEach, beforeEach, expect, test } from "vitest";
import { fastestDatabase } from "../testing/databases.ts";
import { startService, type TestService } from "../testing/service.ts";
import { signedIn } from "../testing/signed-in.ts";
import { staffClient } from "../testing/staff-client.ts";
import type { NextHandler } from "./page-cache.ts";

let service: TestService;
let now: number;
/** How often a page was made. */
let made: number;
let status: number;
let picture: Buffer | null;
let mistake: Error | null = null;
/** A page waits for this before it is made. */
let ready: Promise<void>;

/** In the place of Next: a page that shows what it was asked with. */
const nextHandler: NextHandler = async (nodeRequest, nodeResponse) => {
  made += 1;
  await ready;
  if (mistake) throw mistake;
  if (picture) {
    nodeResponse.writeHead(status, { "Content-Type": "image/png" }).end(picture);
    return;
  }
  const { headers, url } = nodeRequest;
  const nonce = /'nonce-([^']+)'/.exec(String(headers["content-security-policy"]))?.[1];
  const id = String(headers["x-request-id"]);
  const text = `<script nonce="${nonce}"></script>${url} ${headers.cookie ?? ""} ${id}`;
  nodeResponse.writeHead(status, { "Content-Type": "text/html; charset=utf-8", Link: `</a.js>; nonce="${nonce}"` });
  nodeResponse.end(text);
};

beforeEach(async () => {
  [now, made, status, picture, ready] = [Date.now(), 0, 200, null, Promise.resolve()];
  service = await startService(fastestDatabase, { nextHandler, now: () => now });
});
afterEach(() => service.close());

const ask = async (path: string, headers: Record<string, string> = {}) => {
  const answer = await service.get(path, { headers });
  return { answer, text: await answer.text() };
};

test("a page for readers who are not signed in is made once, and each answer has its own nonce and id", async () => {
  const [first, second] = [await ask("/docs"), await ask("/docs", { "X-Request-Id": "of-the-client" })];

  expect(made).toBe(1);
  const nonces = [first, second].map(({ answer, text }) => {
    const nonce = /nonce="([^"]+)"/.exec(text)?.[1] ?? "none";
    expect(answer.headers.get("content-security-policy")).toContain(`'nonce-${nonce}'`);
    expect(answer.headers.get("link")).toBe(`</a.js>; nonce="${nonce}"`);
    return nonce;
  });
  expect(new Set(nonces).size).toBe(2);
  expect(second.text).toContain("of-the-client");
  expect(first.text).toContain(first.answer.headers.get("x-request-id"));
});

test("many who ask for a page at once wait for the one that is being made", async () => {
  let go = () => {};
  ready = new Promise((resolve) => (go = resolve));
  const asked = Array.from({ length: 4 }, () => ask("/docs"));
  await service.get("/api/health");
  go();

  expect(new Set((await Promise.all(asked)).map(({ answer }) => answer.status))).toEqual(new Set([200]));
  expect(made).toBe(1);
});

test("a page is made anew once the data has changed, and once another day has begun in London", async () => {
  const staff = await staffClient(service);
  await ask("/");
  await staff.send("PUT", "shows/hamilton", { description: "Another." });
  await ask("/");
  expect(made).toBe(2);

  now += 86_400_000;
  await ask("/");
  expect(made).toBe(3);
});

test("the pages of a reader who is signed in are never another's", async () => {
  const cookie = await signedIn(service, "developer");
  await ask("/docs");
  const own = await ask("/docs", { Cookie: cookie });
  await ask("/docs", { Cookie: cookie });

  expect(made).toBe(3);
  expect(own.text).toContain(cookie);
});

test("each theme and language has a page of its own; no other cookie reaches a page that is kept", async () => {
  await ask("/docs", { Cookie: "theme=dark; secret=of-one-reader" });
  const second = await ask("/docs", { Cookie: "other=x; theme=dark" });
  await ask("/docs", { Cookie: "theme=light" });

  expect(made).toBe(2);
  expect(second.text).toContain("theme=dark");
  expect(second.text).not.toContain("secret");
});

test.each([
  ["with a query", "/docs?a=1", {}],
  ["for a piece of a page", "/docs", { RSC: "1" }],
])("a request %s is answered by Next each time", async (_what, path, headers) => {
  await ask(path, headers);
  await ask(path, headers);

  expect(made).toBe(2);
});

test.each([404, 500])("a page of status %i is not kept", async (bad) => {
  status = bad;
  await ask("/docs");
  status = 200;

  expect((await ask("/docs")).answer.status).toBe(200);
});

test("a page that Next fails to make ends its connection, and keeps no place", async () => {
  mistake = new Error("A mistake.");
  for (let time = 0; time < 10; time += 1) {
    await expect(ask(`/?${time}`)).rejects.toThrow();
    await expect(ask("/docs")).rejects.toThrow();
  }
  mistake = null;

  expect((await ask("/docs")).answer.status).toBe(200);
});

test("a picture is sent byte for byte", async () => {
  const bytes = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0xff, 0xfe, 0x00, 0x80]);
  picture = bytes;

  for (const path of ["/icon.png", "/icon.png?v=1"]) {
    const answer = await service.get(path);
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(bytes);
    expect(answer.headers.get("content-type")).toBe("image/png");
  }
});

test("HEAD is answered as GET is, without the body", async () => {
  const { text } = await ask("/docs");
  const head = await service.get("/docs", { method: "HEAD" });

  expect([head.status, await head.text(), made]).toEqual([200, "", 1]);
  expect(Math.abs(Number(head.headers.get("content-length")) - text.length)).toBeLessThan(3);
});

test("a page is sent compressed to a reader who accepts that", async () => {
  const long = await ask(`/${"docs/".repeat(300)}`, { "Accept-Encoding": "br" });

  expect(long.answer.headers.get("content-encoding")).toBe("br");
  expect(long.text).toContain("docs/docs/");
});

test("a page that an address asks for too often at once is refused with 503 in words, and all is well afterwards", async () => {
  let go = () => {};
  ready = new Promise((resolve) => (go = resolve));
  const asked = Array.from({ length: 100 }, (_, number) => ask(`/?${number}`, { Accept: "text/html" }));
  const refused = await Promise.race(
    asked.map(async (one) => ((await one).answer.status === 503 ? one : new Promise<never>(() => {}))),
  );

  expect(refused.answer.headers.get("retry-after")).toBe("2");
  expect((await service.get("/api/shows/hamilton")).status).toBe(200);
  go();
  const statuses = (await Promise.all(asked)).map(({ answer }) => answer.status);
  expect(statuses.filter((one) => one === 200)).toHaveLength(68);
  expect((await ask("/?again")).answer.status).toBe(200);
});
