import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { renderedPage } from "../../../catalogue/page-notes.ts";
import { pageReader } from "../../../core/computed-reads.ts";
import { listingsOn } from "../../../listings/casts/listings.ts";
import { readsOfDays } from "../../../records/record-read-queries.ts";
import { cachedPath, parametersOfPages, publicParameters } from "./parameters.ts";
import { fastestDatabase } from "../../../../test/databases.ts";
import { behindProxy, freshAddress } from "../../../../test/quota-helpers.ts";
import { useService } from "../../../../test/service.ts";
import { signedIn, staffClient } from "../../../../test/signed-in.ts";
import { until } from "../../../../test/until.ts";
import type { NextHandler } from "../rendered-page.ts";
import { servePagesWhenBuilt } from "./pages-being-built.ts";
import { dropUnreadableRouterState } from "./pages.ts";

const day = 86_400_000;
let now = Math.floor(Date.now() / day) * day;
/** How often a page was rendered. */
let made: number;
let status: number;
let picture: Buffer | null;
let mistake: Error | null;
/** Rendering a page waits for this promise. */
let ready: Promise<void>;
let go: () => void;
/** What pages show of the data. */
let shown: (path: string) => Promise<string>;
/** Replaces Next. */
let next: NextHandler;

/** A page that shows the request it was rendered for. */
const render: NextHandler = async ({ headers, url }, nodeResponse) => {
  made += 1;
  const data = await shown(String(url));
  await ready;
  if (mistake) throw mistake;
  if (picture) return void nodeResponse.writeHead(status, { "Content-Type": "image/png" }).end(picture);
  const nonce = /'nonce-([^']+)'/.exec(String(headers["content-security-policy"]))?.[1];
  const text = `<script nonce="${nonce}"></script>${url} ${headers.cookie ?? ""} ${String(headers["x-request-id"])} ${data}`;
  nodeResponse.writeHead(status, { "Content-Type": "text/html; charset=utf-8", Link: `</a.js>; nonce="${nonce}"` });
  nodeResponse.end(text);
};

const service = useService(fastestDatabase, {
  settings: behindProxy,
  nextHandler: Object.assign((...given: Parameters<NextHandler>) => next(...given), {
    isReady: () => next.isReady?.() ?? true,
  }),
  now: () => now,
});
beforeEach(() => {
  // No page of the day before is current.
  now += day;
  [made, status, picture, mistake, ready, next] = [0, 200, null, null, Promise.resolve(), render];
  shown = async () => "";
});
const holdRenderings = () => void (ready = new Promise((resolve) => (go = resolve)));

/** @param headers by default from an address of its own. */
const ask = async (where: string, headers: Record<string, string> = {}, method = "GET") => {
  const answer = await service.get(where, { method, headers: { "X-Forwarded-For": freshAddress(), ...headers } });
  return { answer, status: answer.status, text: await answer.text() };
};
const change = async (id: string, fields: object) => {
  // The clock goes on in each test, so that sessions of others have expired.
  const editor = await staffClient(service);
  expect((await editor.send("PUT", `shows/${id}`, fields)).status).toBe(200);
};
const from = (address: string) => ({ "X-Forwarded-For": address });

test("a page for anonymous visitors is rendered once, and each response has its own nonce and id", async () => {
  const [first, second] = [await ask("/docs"), await ask("/docs", { "X-Request-Id": "of-the-client" })];

  expect(made).toBe(1);
  const nonces = [first, second].map(({ answer, text }) => {
    const nonce = /nonce="([^"]+)"/.exec(text)?.[1] ?? expect.fail("It has no nonce.");
    expect(answer.headers.get("content-security-policy")).toContain(`'nonce-${nonce}'`);
    expect(answer.headers.get("link")).toBe(`</a.js>; nonce="${nonce}"`);
    return nonce;
  });
  expect(new Set(nonces).size).toBe(2);
  expect(second.text).toContain("of-the-client");
  expect(first.text).toContain(first.answer.headers.get("x-request-id"));
});

test.each<[what: string, renderings: number, ...asked: string[]]>([
  ["a parameter that a page does not read changes nothing", 1, "/docs", "/docs?x=1", "/docs?utm_source=a", "/docs?"],
  ["one that the page reads is rendered each time", 2, "/sign-in?callbackUrl=%2F", "/sign-in?callbackUrl=%2F"],
  ["in another spelling too", 2, "/sign-in?x=1&callback%55rl=%2F", "/sign-in?x=1&callback%55rl=%2F"],
  ["and a path that links do not write so", 2, "/%64ocs", "/%64ocs"],
  ["themes have pages of their own", 2, "/docs theme=dark; secret=x", "/docs other=x; theme=dark", "/docs theme=light"],
  [
    "an unknown language has none",
    1,
    "/docs",
    "/docs language=klingon",
    "/docs language=curlx",
    "/docs a=language=python",
  ],
  ["nor has a forged session", 1, "/docs", "/docs next-auth.session-token=forged; theme=red"],
  ["the first of a cookie counts", 1, "/docs language=python", "/docs language=python; language=klingon; a=secret"],
  ["days have public pages", 2, "/on?date=2025-03-14", "/on?utm_source=x&date=2025-03-14", "/on?date=2025-03-15"],
])("%s: %i renderings of %s", async (_what, renderings, ...asked) => {
  const answers = [];
  for (const one of asked) {
    const [where = "", ...cookies] = one.split(" ");
    answers.push(await ask(where, { Cookie: cookies.join(" ") }));
  }

  expect([answers.map((answer) => answer.status), made]).toEqual([answers.map(() => 200), renderings]);
  for (const { text } of answers) expect(text).not.toMatch(/secret|klingon|forged|utm_source/);
});

test("a part of a page is rendered each time, and a public page has none of React’s scripts", async () => {
  for (let time = 0; time < 2; time += 1) await ask("/docs", { RSC: "1" });
  expect(made).toBe(2);
  expect((await ask("/on")).text).not.toContain("<script");
});

test("the pages of a signed-in visitor are never shared", async () => {
  const cookie = await signedIn(service, "developer");
  await ask("/docs");
  const own = await ask("/docs", { Cookie: cookie });
  const again = await ask("/docs", { Cookie: cookie });
  const anyone = await ask("/docs");

  expect([made, own.text.includes(cookie), again.text.includes(cookie)]).toEqual([3, true, true]);
  expect(anyone.text).not.toContain(cookie);
});

test("a page that notes nothing is rendered again after any change, and on a new day in London", async () => {
  await ask("/");
  await change("hamilton", { description: "A change." });
  await ask("/");
  expect(made).toBe(2);

  now += day;
  await ask("/");
  expect(made).toBe(3);
});

test("it is counted how often the page of a show is read, and the pages that fail are not", async () => {
  for (const place of ["/shows/counted", "/shows/counted?day=2026-11-01", "/people/counted"]) await ask(place);
  status = 404;
  await ask("/shows/unknown");
  const { reads, database } = service.infrastructure;
  // The answer may be read before its connection says that it was sent.
  await until("the page was counted twice", async () => {
    await reads.flush();
    return (await readsOfDays(database, now, 1)).get("shows/counted") === 2;
  });

  expect([...(await readsOfDays(database, now, 1)).keys()]).toEqual(["shows/counted"]);
});

describe("a change of one show", () => {
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

  test("leaves the pages cached that show other records, and is on its own page at the next request", async () => {
    shown = (where) => describedShow(where.slice(1));
    await ask("/hamilton");
    await ask("/cats");
    for (const description of ["Once.", "Twice."]) {
      await change("hamilton", { description });
      expect((await ask("/hamilton")).text).toContain(description);
      await ask("/cats");
    }

    expect(made).toBe(4);
  });

  test("is on all pages that waited for the same answer", async () => {
    shown = async () => {
      renderedPage.getStore()?.follow();
      const { infrastructure } = service;
      const versions = await infrastructure.readVersions();
      return (await listingsOn({ infrastructure, versions, ...pageReader }, {})).identity.toString();
    };
    await Promise.all([ask("/one"), ask("/two")]);
    const { productions } = JSON.parse(await shown("")) as { productions: { show: { id: string } }[] };
    await change(productions[0]?.show.id ?? expect.fail("There is no production."), { name: "Another name" });

    for (const where of ["/one", "/two"]) expect((await ask(where)).text).toContain("Another name");
    expect(made).toBe(4);
  });

  test("is on the page for those who ask while an older one is still rendered", async () => {
    holdRenderings();
    shown = () => describedShow("hamilton");
    const before = ask("/hamilton");
    await until("it is rendered", () => made === 1);
    await change("hamilton", { description: "Meanwhile." });
    const after = ask("/hamilton");
    await until("the new one is rendered", () => made === 2);
    go();

    expect((await before).status).toBe(200);
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
    await change("hamilton", { description: "Something new." });
    await ask("/cats");

    expect(made).toBe(2);
  });
});

describe("the limits of pages", () => {
  const statusesOf = async (asked: ReturnType<typeof ask>[]) => (await Promise.all(asked)).map((one) => one.status);
  const refusedOf = (asked: ReturnType<typeof ask>[]) =>
    Promise.race(asked.map(async (one) => ((await one).status === 503 ? one : new Promise<never>(() => {}))));

  test("concurrent requests for a page share one rendering", async () => {
    holdRenderings();
    const asked = Array.from({ length: 4 }, () => ask("/docs"));
    await service.get("/api/health");
    go();

    expect([await statusesOf(asked), made]).toEqual([[200, 200, 200, 200], 1]);
  });

  test("cached pages do not wait for pages that are rendered, two at a time, one for an address", async () => {
    await ask("/docs");
    holdRenderings();
    const [address, ...others] = Array.from({ length: 3 }, freshAddress);
    const asked = [address, ...others].flatMap((one, index) =>
      [1, 2, 3].map((number) => ask(`/missing/${index}-${number}`, from(String(one)))),
    );
    await until("two are rendered", () => made === 3);

    expect([(await ask("/docs", from(String(address)))).status, made]).toEqual([200, 3]);
    go();
    await Promise.all(asked);
  });

  test("pages do not wait for a picture that is drawn; beyond eight more an address is told to try again", async () => {
    holdRenderings();
    const client = from(freshAddress());
    const asked = Array.from({ length: 12 }, (_, number) => ask(`/people/p${number}/opengraph-image`, client));
    const refused = await refusedOf(asked);
    expect([refused.answer.headers.get("retry-after"), made]).toEqual(["2", 1]);

    const page = ask("/docs", client);
    await until("the page is rendered", () => made === 2);
    go();
    expect((await page).status).toBe(200);
    expect((await statusesOf(asked)).filter((one) => one === 200).length).toBeLessThan(10);
  });

  test("one address has 60 pages a minute rendered, whether they stay cached or not, and cached ones all the same", async () => {
    const [busy, other] = [from(freshAddress()), from(freshAddress())];
    await ask("/docs");
    made = 0;
    now += 20_000;
    for (let time = 0; time < 60; time += 1) {
      status = time % 2 === 0 ? 200 : 404;
      // Public pages with parameters are countless, so they count too.
      const where = time % 3 === 0 ? `/on?date=${new Date(time * day).toISOString().slice(0, 10)}` : `/missing/${time}`;
      expect((await ask(where, busy)).status).toBe(status);
    }

    const refused = await ask("/missing/more", busy);
    expect([refused.status, refused.answer.headers.get("retry-after"), made]).toEqual([503, "40", 60]);
    status = 404;
    expect((await ask("/missing/more", other)).status).toBe(404);
    status = 200;
    const cookie = await signedIn(service, "developer");
    for (const [where, sent] of [
      ["/docs", {}],
      ["/docs?x=1", {}],
      ["/docs?own", { Cookie: cookie }],
    ] as const)
      expect([where, (await ask(where, { ...busy, ...sent })).status]).toEqual([where, 200]);

    now += 40_000;
    expect((await ask("/missing/more", busy)).status).toBe(200);
  });

  test("too many concurrent requests from one address get a 503 with the headers of a page, and later ones succeed", async () => {
    const named = { ...from(freshAddress()), "X-Request-Id": "given-by-the-test" };
    const page = headersOf(await ask("/docs", { ...named, ...from(freshAddress()) }));
    holdRenderings();
    const asked = Array.from({ length: 100 }, (_, number) => ask(`/sign-in?error=${number}`, named));
    const refused = await refusedOf(asked);

    expect([refused.answer.headers.get("retry-after"), headersOf(refused)]).toEqual(["2", page]);
    expect((await service.get("/api/shows/hamilton")).status).toBe(200);
    go();
    expect((await statusesOf(asked)).filter((one) => one === 200)).toHaveLength(60);
    now += 60_000;
    expect((await ask("/", named)).status).toBe(200);
  });
});

test.each([400, 404, 500])("a page with status %i is not cached", async (bad) => {
  status = bad;
  await ask("/docs");
  status = 200;

  expect((await ask("/docs")).status).toBe(200);
});

test("a page that Next fails to render closes the connection and frees its slot", async () => {
  const client = from(freshAddress());
  mistake = new Error("A mistake.");
  for (let time = 0; time < 10; time += 1) {
    await expect(ask(`/sign-in?error=${time}`, client)).rejects.toThrow();
    await expect(ask("/docs", client)).rejects.toThrow();
  }
  mistake = null;

  expect((await ask("/docs", client)).status).toBe(200);
});

test.each(["/icon.png", "/icon.png?v=1"])("the image %s is sent byte for byte", async (where) => {
  picture = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0xff, 0xfe, 0x00, 0x80]);

  const answer = await service.get(where);
  expect(Buffer.from(await answer.arrayBuffer())).toEqual(picture);
  expect(answer.headers.get("content-type")).toBe("image/png");
});

test("HEAD gets the response of GET without the body, and a long page is compressed", async () => {
  const { text } = await ask("/docs");
  const head = await ask("/docs", {}, "HEAD");
  const where = `/docs${"/docs".repeat(300)}`;
  const long = await ask(where, { "Accept-Encoding": "br, gzip", "X-Request-Id": "first-id" });

  expect([head.status, head.text]).toEqual([200, ""]);
  expect(Math.abs(Number(head.answer.headers.get("content-length")) - text.length)).toBeLessThan(3);
  expect([long.answer.headers.get("content-encoding"), made]).toEqual(["gzip", 2]);
  const other = await ask(where, { "Accept-Encoding": "gzip", "X-Request-Id": "another-id" });
  const plain = await ask(where, { "Accept-Encoding": "br", "X-Request-Id": "another-id" });
  const withoutNonce = (page: string) => page.replace(/nonce="[^"]+"/, "");
  expect(plain.answer.headers.get("content-encoding")).toBeNull();
  expect(withoutNonce(other.text)).toBe(withoutNonce(plain.text));
  expect(withoutNonce(long.text)).toBe(withoutNonce(plain.text).replace("another-id", "first-id"));
  for (const { answer, text: page } of [long, other])
    expect(answer.headers.get("content-security-policy")).toContain(/nonce="([^"]+)"/.exec(page)?.[1]);
});

/** The headers of a page without those that differ between requests. */
function headersOf({ answer: { headers } }: { answer: Response }): Record<string, string | undefined> {
  const policies = ["content-security-policy", "cross-origin-opener-policy", "permissions-policy", "referrer-policy"];
  const names = [...policies, "x-content-type-options", "x-frame-options", "x-request-id"];
  return Object.fromEntries(names.map((name) => [name, headers.get(name)?.replace(/'nonce-[^']+'/g, "a nonce")]));
}

test.each(["/docs", "/_next/static/a.js"])("the 405 for a method on %s has the headers of a page", async (where) => {
  const named = { "X-Request-Id": "given-by-the-test" };
  const refused = await ask(where, named, "POST");
  const { headers } = refused.answer;

  expect([refused.status, headers.get("allow"), headers.get("cache-control"), refused.text]).toEqual([
    ...[405, "GET, HEAD", "no-store"],
    '{"error":"Method not allowed"}',
  ]);
  expect(headersOf(refused)).toEqual(headersOf(await ask("/docs", named)));
  expect(headers.get("content-security-policy")).toContain("default-src 'none'");
});

describe("while the pages are built", () => {
  let finish: () => void;
  const whileBuilding = (longestWait?: number) => {
    const built = new Promise<NextHandler>((resolve) => (finish = () => resolve(render)));
    next = servePagesWhenBuilt(built, longestWait);
  };

  test.each(["/", "/docs", "/dashboard/shows?q=a", "/no-such-page"])(
    "%s says so with 503, the browser reloads it, the API and sign-in answer, and then the same address shows the page",
    async (where) => {
      whileBuilding();
      const { answer, text } = await ask(where);

      expect([answer.status, Object.fromEntries(answer.headers)]).toMatchObject([
        503,
        {
          "content-type": "text/html; charset=utf-8",
          "cache-control": "no-store",
          "retry-after": "3",
          "content-security-policy": expect.stringContaining("default-src 'none'"),
        },
      ]);
      for (const part of ["<h1", "The pages are being built", '<meta http-equiv="refresh" content="3">'])
        expect(text).toContain(part);
      for (const path of ["/api/health/ready", "/api/auth/csrf"]) expect((await ask(path)).status).toBe(200);
      finish();
      expect([(await ask(where)).status, made]).toEqual([200, 1]);
    },
  );

  test("who asks often meanwhile has used up nothing when they are built", async () => {
    whileBuilding();
    const notices = await Promise.all(Array.from({ length: 70 }, () => ask("/docs")));
    finish();

    expect(new Set(notices.map(({ answer }) => answer.headers.get("retry-after")))).toEqual(new Set(["3"]));
    expect((await ask("/docs")).status).toBe(200);
  });

  test("an asset waits, or is 503 after too long", async () => {
    const where = "/_next/static/chunks/a.js";
    whileBuilding(1);
    const late = await ask(where);
    expect([late.status, late.answer.headers.get("retry-after")]).toEqual([503, "3"]);

    whileBuilding();
    let isReached = false;
    const serve = next;
    next = (...given) => {
      isReached = true;
      return serve(...given);
    };
    const asked = ask(where);
    await until("it waits", () => isReached);
    finish();
    expect((await asked).text).toContain(where);
  });
});

test("every page that reads its query while it is rendered is known, but for the dashboard's, which strangers never see", () => {
  const pages = readdirSync("app", { recursive: true, encoding: "utf8" })
    .filter((file) => path.basename(file) === "page.tsx" && !file.startsWith("dashboard"))
    .filter((file) => readFileSync(path.join("app", file), "utf8").includes("searchParams"))
    .map((file) => `/${path.dirname(file)}`);

  const isPublic = (page: string) => publicParameters(page.slice(1).split("/")).length > 0;
  expect(pages.filter((page) => !isPublic(page)).sort()).toEqual(Object.keys(parametersOfPages).sort());
});

test.each([
  ["/on", "utm_source=x&date=2025-03-14", "/on?date=2025-03-14"],
  ["/on", "only=closing-soon&type=play", "/on?type=play&only=closing-soon"],
  ["/on", "utm_source=x", "/on"],
  ["/who", "role=e&show=w&on=2025-03-14", "/who?show=w&on=2025-03-14&role=e"],
  ["/who", `show=${"w".repeat(400)}`, null],
  ["/shows/wicked", "on=2025-03-14", "/shows/wicked?on=2025-03-14"],
  ["/shows", "on=2025-03-14", "/shows"],
  ["/constructor", "on=2025-03-14", "/constructor"],
])("the public page %s with its parameters (%#) is cached for those that it reads", (where, search, expected) => {
  expect(cachedPath({ segments: where.slice(1).split("/"), search, href: `${where}?${search}` })).toBe(expected);
});

test.each([
  ["the header of Next's client", encodeURIComponent('["",{"children":["__PAGE__",{}]},null,null,0]'), true],
  ["no JSON", "x", false],
  ["other JSON", "[]", false],
  ["invalid percent-encoding", "%", false],
  ["a very long one", `["",{"children":["${"x".repeat(50_000)}",{}]}]`, false],
])("of router states, %s reaches Next: only if Next can parse it", (_name, sent, isKept) => {
  const headers = { "next-router-state-tree": sent };
  dropUnreadableRouterState({ headers });

  expect("next-router-state-tree" in headers).toBe(isKept);
});
