import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { renderedPage } from "../../catalogue/page-notes.ts";
import { listingsOn } from "../../listings/casts/listings.ts";
import { pageReader } from "../../core/computed-reads.ts";
import { log } from "../../core/log.ts";
import { fastestDatabase } from "../../../test/databases.ts";
import { startService, type TestService } from "../../../test/service.ts";
import { behindProxy } from "../../../test/quota-helpers.ts";
import { exchange } from "../../../test/raw-http.ts";
import { signedIn } from "../../../test/signed-in.ts";
import { staffClient } from "../../../test/staff-client.ts";
import { until } from "../../../test/until.ts";
import type { NextHandler } from "../rendered-page.ts";

let service: TestService;
let now: number;
/** How often a page was rendered. */
let made: number;
let status: number;
let picture: Buffer | null;
let mistake: Error | null = null;
/** Rendering a page waits for this promise. */
let ready: Promise<void>;
/** What pages show of the data. */
let shown: (path: string) => Promise<string> = async () => "";

/** Replaces Next: a page that shows the request it was rendered for. */
const nextHandler: NextHandler = async (nodeRequest, nodeResponse) => {
  made += 1;
  const data = await shown(String(nodeRequest.url));
  await ready;
  if (mistake) throw mistake;
  if (picture) {
    nodeResponse.writeHead(status, { "Content-Type": "image/png" }).end(picture);
    return;
  }
  const { headers, url } = nodeRequest;
  const nonce = /'nonce-([^']+)'/.exec(String(headers["content-security-policy"]))?.[1];
  const id = String(headers["x-request-id"]);
  const text = `<script nonce="${nonce}"></script>${url} ${headers.cookie ?? ""} ${id} ${data}`;
  nodeResponse.writeHead(status, { "Content-Type": "text/html; charset=utf-8", Link: `</a.js>; nonce="${nonce}"` });
  nodeResponse.end(text);
};

beforeEach(async () => {
  [now, made, status, picture, ready] = [Date.now(), 0, 200, null, Promise.resolve()];
  shown = async () => "";
  service = await startService(fastestDatabase, { settings: behindProxy, nextHandler, now: () => now });
});
afterEach(() => service.close());

const ask = async (path: string, headers: Record<string, string> = {}) => {
  const answer = await service.get(path, { headers });
  return { answer, text: await answer.text() };
};

test("a page for anonymous visitors is rendered once, and each response has its own nonce and id", async () => {
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

test("concurrent requests for a page share one rendering", async () => {
  let go = () => {};
  ready = new Promise((resolve) => (go = resolve));
  const asked = Array.from({ length: 4 }, () => ask("/docs"));
  await service.get("/api/health");
  go();

  expect(new Set((await Promise.all(asked)).map(({ answer }) => answer.status))).toEqual(new Set([200]));
  expect(made).toBe(1);
});

test("a page that notes nothing is rendered again after any change, and on a new day in London", async () => {
  const staff = await staffClient(service);
  await ask("/");
  await staff.send("PUT", "shows/hamilton", { description: "Another." });
  await ask("/");
  expect(made).toBe(2);

  now += 86_400_000;
  await ask("/");
  expect(made).toBe(3);
});

describe("a change of one show", () => {
  const change = async (id: string, description: string) => {
    const staff = await staffClient(service);
    expect((await staff.send("PUT", `shows/${id}`, { description })).status).toBe(200);
  };
  /** As a page reads the data: up to date, and with a note of it. */
  const describedShow = async (id: string) => {
    const { catalogue, derived, readVersions } = service.infrastructure;
    await catalogue.reach((await readVersions())?.data ?? null);
    return derived.get(
      `description of ${id}`,
      (read) => String(read.row("shows", id)?.record["description"]),
      ({ length }) => length,
    );
  };

  test("leaves the pages cached that show none of the data", async () => {
    shown = async () => {
      renderedPage.getStore()?.follow();
      return "settings";
    };
    const { text } = await ask("/terms");
    await change("hamilton", "Another.");

    expect((await ask("/terms")).text).toHaveLength(text.length);
    expect(made).toBe(1);
  });

  test("leaves the pages cached that show other records, and is on its own page at the next request", async () => {
    shown = (path) => describedShow(path.slice(1));
    await ask("/hamilton");
    await ask("/cats");
    for (const words of ["Once.", "Twice."]) {
      await change("hamilton", words);
      expect((await ask("/hamilton")).text).toContain(words);
      await ask("/cats");
    }

    expect(made).toBe(4);
  });

  test("is on all pages that waited for the same answer", async () => {
    const show = async () => {
      renderedPage.getStore()?.follow();
      const { infrastructure } = service;
      const body = await listingsOn(
        { infrastructure, versions: await infrastructure.readVersions(), ...pageReader },
        {},
      );
      return body.identity.toString();
    };
    shown = show;
    await Promise.all([ask("/one"), ask("/two")]);
    const { productions } = JSON.parse(await show()) as { productions: { show: { id: string } }[] };
    const id = productions[0]?.show.id ?? "none";
    const staff = await staffClient(service);
    expect((await staff.send("PUT", `shows/${id}`, { name: "Another name" })).status).toBe(200);

    for (const path of ["/one", "/two"]) expect((await ask(path)).text).toContain("Another name");
    expect(made).toBe(4);
  });

  test("is on the page for those who ask while an older one is still rendered", async () => {
    let go = () => {};
    ready = new Promise((resolve) => (go = resolve));
    shown = () => describedShow("hamilton");
    const before = ask("/hamilton", { "X-Forwarded-For": "192.0.2.1" });
    await until("it is rendered", () => made === 1);
    await change("hamilton", "Meanwhile.");
    const after = ask("/hamilton", { "X-Forwarded-For": "192.0.2.2" });
    await until("the new one is rendered", () => made === 2);
    go();

    expect((await before).answer.status).toBe(200);
    expect((await after).text).toContain("Meanwhile.");
  });

  test("makes a page anew that lacked something when it was rendered", async () => {
    shown = async () => {
      renderedPage.getStore()?.addAllData();
      return describedShow("cats");
    };
    await ask("/cats");
    await ask("/cats");
    expect(made).toBe(1);
    await change("hamilton", "Another.");
    await ask("/cats");

    expect(made).toBe(2);
  });
});

test("the pages of a signed-in visitor are never shared", async () => {
  const cookie = await signedIn(service, "developer");
  await ask("/docs");
  const own = await ask("/docs", { Cookie: cookie });
  await ask("/docs", { Cookie: cookie });

  expect(made).toBe(3);
  expect(own.text).toContain(cookie);
});

test("each theme and language has its own cached page, which no other cookie affects", async () => {
  await ask("/docs", { Cookie: "theme=dark; secret=of-one-reader" });
  const second = await ask("/docs", { Cookie: "other=x; theme=dark" });
  await ask("/docs", { Cookie: "theme=light" });

  expect(made).toBe(2);
  expect(second.text).toContain("theme=dark");
  expect(second.text).not.toContain("secret");
});

test("a parameter that a page does not read changes nothing: it comes from the cache, under one name", async () => {
  const { answer, text } = await ask("/docs");
  const withoutOwn = (one: Awaited<ReturnType<typeof ask>>) =>
    one.text.replaceAll(/nonce="([^"]+)"/g, "").replaceAll(String(one.answer.headers.get("x-request-id")), "");

  for (const query of ["x=1", "x=2", "operation=listShows&limit=5", "utm_source=a&utm_source=b", "", "callbackUrl=/"]) {
    const again = await ask(`/docs?${query}`);
    expect([again.answer.status, withoutOwn(again)]).toEqual([200, withoutOwn({ answer, text })]);
  }
  expect(made).toBe(1);
  await ask("/sign-in?x=1");
  await ask("/sign-in");
  expect(made).toBe(2);
});

test("a cookie with an unknown language, or a forged session, gets the page of any reader", async () => {
  const first = await ask("/docs");
  for (const cookie of [
    "language=klingon",
    "language=curlx",
    "next-auth.session-token=forged; theme=red",
    "a=language=php",
  ])
    expect((await ask("/docs", { Cookie: cookie })).answer.status).toBe(200);
  await ask("/docs", { Cookie: "language=php; theme=dark" });
  const repeated = await ask("/docs", { Cookie: "language=php; theme=dark; language=php; theme=light" });

  expect(made).toBe(2);
  expect(first.text).not.toContain("klingon");
  expect(repeated.text).toContain("theme=dark; language=php");
});

test("a Host that links do not use has no page of its own", async () => {
  vi.spyOn(log, "warn").mockImplementation(() => undefined);
  const askAs = (host: string) =>
    exchange({ port: service.port, packets: [`GET /docs HTTP/1.1\r\nHost: ${host}\r\n\r\n`] });
  for (const host of ["a.example", "b.example", "c.example:80"]) await askAs(host);
  expect(made).toBe(1);
  await askAs("localhost:4000");
  expect(made).toBe(2);
});

test("beyond the names of this machine and four others, a Host has no page of its own", async () => {
  const askAs = async (host: string) => {
    const packets = [`GET /docs HTTP/1.1\r\nHost: ${host}\r\n\r\n`];
    expect((await exchange({ port: service.port, packets })).answers[0]?.status).toBe(200);
  };
  for (let number = 0; number < 9; number += 1) await askAs(`h${number}`);
  expect(made).toBe(5);
  for (const host of ["localhost:3000", "h0", "H3", "localhost:4000", "192.0.2.7"]) await askAs(host);
  expect(made).toBe(5);
  await askAs("127.0.0.1:3000");
  await askAs("[::1]:3000");
  expect(made).toBe(7);
});

test("cached pages do not wait for pages that are rendered, two at a time, one for an address", async () => {
  await ask("/docs");
  let go = () => {};
  ready = new Promise((resolve) => (go = resolve));
  const asked = ["a", "b", "c"].flatMap((end) =>
    [1, 2, 3].map((number) => ask(`/missing/${end}${number}`, { "X-Forwarded-For": `192.0.2.${end.charCodeAt(0)}` })),
  );
  await until("two are rendered", () => made === 3);

  expect((await ask("/docs", { "X-Forwarded-For": "192.0.2.97" })).answer.status).toBe(200);
  expect(made).toBe(3);
  go();
  await Promise.all(asked);
});

test("pages do not wait for a picture that is drawn; beyond eight more an address is told to try again", async () => {
  let go = () => {};
  ready = new Promise((resolve) => (go = resolve));
  const asked = Array.from({ length: 12 }, (_, number) => ask(`/people/p${number}/opengraph-image`));
  const refused = await Promise.race(
    asked.map(async (one) => ((await one).answer.status === 503 ? one : new Promise<never>(() => {}))),
  );
  expect([refused.answer.headers.get("retry-after"), made]).toEqual(["2", 1]);

  const page = ask("/docs");
  await until("the page is rendered", () => made === 2);
  go();
  expect((await page).answer.status).toBe(200);
  const statuses = (await Promise.all(asked)).map(({ answer }) => answer.status);
  expect(statuses.filter((one) => one === 200).length).toBeLessThan(10);
});

test("one address has 60 pages a minute rendered, whether they stay cached or not, and cached ones all the same", async () => {
  await ask("/docs", { "X-Forwarded-For": "192.0.2.3" });
  made = 0;
  const missing = async (address: string) => (await ask(`/missing/${made}`, { "X-Forwarded-For": address })).answer;
  now = Math.floor(now / 60_000) * 60_000 + 20_000;
  for (let time = 0; time < 60; time += 1) {
    status = time % 2 === 0 ? 200 : 404;
    expect((await missing("192.0.2.1")).status).toBe(status);
  }

  const refused = await missing("192.0.2.1");
  expect([refused.status, refused.headers.get("retry-after"), made]).toEqual([503, "40", 60]);
  expect((await missing("192.0.2.2")).status).toBe(404);
  status = 200;
  expect((await ask("/docs", { "X-Forwarded-For": "192.0.2.2" })).answer.status).toBe(200);
  expect((await ask("/docs?x=1", { "X-Forwarded-For": "192.0.2.1" })).answer.status).toBe(200);
  const cookie = await signedIn(service, "developer");
  expect((await ask("/docs?own", { "X-Forwarded-For": "192.0.2.1", Cookie: cookie })).answer.status).toBe(200);

  now += 40_000;
  status = 404;
  expect((await missing("192.0.2.1")).status).toBe(404);
});

test.each([
  ["with a parameter that the page reads", "/sign-in?callbackUrl=%2Fdocs", {}],
  ["with such a parameter in another spelling", "/sign-in?x=1&callback%55rl=%2Fdocs", {}],
  ["with a path that links do not write so", "/%64ocs", {}],
  ["for a part of a page", "/docs", { RSC: "1" }],
])("a request %s is rendered each time", async (_what, path, headers) => {
  await ask(path, headers);
  await ask(path, headers);

  expect(made).toBe(2);
});

test.each([400, 404, 500])("a page with status %i is not cached", async (bad) => {
  status = bad;
  await ask("/docs");
  status = 200;

  expect((await ask("/docs")).answer.status).toBe(200);
});

test("a page that Next fails to render closes the connection and frees its slot", async () => {
  mistake = new Error("A mistake.");
  for (let time = 0; time < 10; time += 1) {
    await expect(ask(`/sign-in?error=${time}`)).rejects.toThrow();
    await expect(ask("/docs")).rejects.toThrow();
  }
  mistake = null;

  expect((await ask("/docs")).answer.status).toBe(200);
});

test("an image is sent byte for byte", async () => {
  const bytes = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0xff, 0xfe, 0x00, 0x80]);
  picture = bytes;

  for (const path of ["/icon.png", "/icon.png?v=1"]) {
    const answer = await service.get(path);
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(bytes);
    expect(answer.headers.get("content-type")).toBe("image/png");
  }
});

test("HEAD gets the response of GET without the body", async () => {
  const { text } = await ask("/docs");
  const head = await service.get("/docs", { method: "HEAD" });

  expect([head.status, await head.text(), made]).toEqual([200, "", 1]);
  expect(Math.abs(Number(head.headers.get("content-length")) - text.length)).toBeLessThan(3);
});

test("a page is compressed for a client that accepts it", async () => {
  const long = await ask(`/${"docs/".repeat(300)}`, { "Accept-Encoding": "br" });

  expect(long.answer.headers.get("content-encoding")).toBe("br");
  expect(long.text).toContain("docs/docs/");
});

test("too many concurrent page requests from one address get a 503 with a message, and later requests succeed", async () => {
  let go = () => {};
  ready = new Promise((resolve) => (go = resolve));
  const asked = Array.from({ length: 100 }, (_, number) => ask(`/sign-in?error=${number}`, { Accept: "text/html" }));
  const refused = await Promise.race(
    asked.map(async (one) => ((await one).answer.status === 503 ? one : new Promise<never>(() => {}))),
  );

  expect(refused.answer.headers.get("retry-after")).toBe("2");
  expect((await service.get("/api/shows/hamilton")).status).toBe(200);
  go();
  const statuses = (await Promise.all(asked)).map(({ answer }) => answer.status);
  expect(statuses.filter((one) => one === 200)).toHaveLength(60);
  now += 60_000;
  expect((await ask("/")).answer.status).toBe(200);
});

describe("a public page", () => {
  test("is rendered once for each day that it is asked for, without React’s scripts", async () => {
    const [first, second] = [await ask("/on?date=2025-03-14"), await ask("/on?utm_source=x&date=2025-03-14")];
    await ask("/on?date=2025-03-15");

    expect(made).toBe(2);
    expect(first.text).toContain("/on?date=2025-03-14");
    expect(second.text).toContain("/on?date=2025-03-14");
    expect(first.text).not.toContain("<script");
  });

  test("with parameters counts in the minute of an address, because there are countless", async () => {
    const statuses = [];
    for (let day = 0; day < 61; day += 1) {
      const date = new Date(Date.UTC(2025, 0, 1 + day)).toISOString().slice(0, 10);
      statuses.push((await ask(`/on?date=${date}`)).answer.status);
    }

    expect(statuses.slice(0, 60).every((one) => one === 200)).toBe(true);
    expect(statuses.at(-1)).toBe(503);
    expect((await ask("/on?date=2025-01-01")).answer.status).toBe(200);
  });
});
