import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { CookieClient } from "../test/cookie-client.ts";
import { createTestDatabase, type TestDatabase } from "../test/databases.ts";
import { launchServer, startProgram, type ServerProgram } from "../test/program.ts";
import { startTamperingProxy, type PassingResponse, type Tamper } from "../test/tampering-proxy.ts";
import { readSettings } from "./conformance/read-settings.ts";
import { firstAdministrator } from "./embedded-template.mjs";

test.each<[Record<string, string>, string[]]>([
  [{}, ["CONFORMANCE_URL must be given"]],
  [
    { CONFORMANCE_URL: "localhost", CONFORMANCE_KEY: "a b", CONFORMANCE_YES: "perhaps", CONFORMANCE_PORT: "1" },
    [
      "CONFORMANCE_URL must be an http or https address",
      "CONFORMANCE_KEY must be an API key",
      "CONFORMANCE_YES must be 1 or 0",
      "CONFORMANCE_PORT is no setting",
    ],
  ],
  [{ CONFORMANCE_URL: "http://127.0.0.1/shows" }, ["CONFORMANCE_URL must be the service's origin"]],
  [
    { CONFORMANCE_URL: "http://127.0.0.1:9", CONFORMANCE_STAFF_EMAIL: "a@b.example" },
    ["CONFORMANCE_STAFF_EMAIL and CONFORMANCE_STAFF_PASSWORD belong together"],
  ],
])("missing and invalid settings (%j) are all named", (given, sentences) => {
  for (const sentence of sentences) expect(() => readSettings(given)).toThrow(sentence);
});

type When = (passing: PassingResponse) => boolean;

/** Requests by their first line. */
const asks =
  (pattern: RegExp): When =>
  ({ asked }) =>
    pattern.test(asked[0] ?? "");
const isStatus =
  (status: number): When =>
  ({ head }) =>
    head[0]?.startsWith(`HTTP/1.1 ${status} `) ?? false;
const both =
  (...all: When[]): When =>
  (passing) =>
    all.every((one) => one(passing));

const without =
  (name: string): Tamper =>
  (passing) => ({
    ...passing,
    head: passing.head.filter((line) => !line.toLowerCase().startsWith(`${name.toLowerCase()}:`)),
  });
const having =
  (name: string, value: string): Tamper =>
  (passing) => {
    const rest = without(name)(passing);
    return { ...rest, head: [...rest.head, `${name}: ${value}`] };
  };
const saying =
  (change: (text: string) => string): Tamper =>
  (passing) => {
    const body = Buffer.from(change(passing.body.toString("utf8")));
    return having("Content-Length", String(body.length))({ ...passing, body });
  };

/** What a service may do wrong, and the checks that tell. Chosen so that none hides another. */
const faults: [when: When, spoil: Tamper, ...failing: string[]][] = [
  [
    isStatus(404),
    without("X-RateLimit-Limit"),
    "Every response under /api other than auth and health carries X-RateLimit-Limit",
  ],
  [
    asks(/^GET \/api\/people /),
    having("X-RateLimit-Reset", "1795305600000"),
    "X-RateLimit-Reset is the Unix time, in whole seconds, of the next midnight UTC",
  ],
  [
    asks(/\/nothing\//),
    (one) => ({ ...one, head: ["HTTP/1.1 400 Bad Request", ...one.head.slice(1)] }),
    'Unknown path under /api, /api itself included: 404, "Not found"',
  ],
  [
    asks(/^GET \/api\/cast-members\/(?!no-)/),
    saying((text) => `{"pay":1,${text.slice(1)}`),
    "GET /cast-members/{id}: the record of the list, flat",
  ],
  [
    both(asks(/^GET \/api\/theatres /), isStatus(304)),
    having("ETag", '"another"'),
    "GET /theatres: If-None-Match gives 304, without a body and with the same ETag, also weak or in a list",
    "If-None-Match: * gives 304, and counts",
  ],
  [
    both(asks(/^GET \/api\/people /), isStatus(200)),
    saying((text) => JSON.stringify((JSON.parse(text) as unknown[]).reverse())),
    "GET /people: the list is sorted, and every id is unique",
  ],
  [
    both(asks(/^GET \/api\/on\?/), isStatus(200)),
    saying((text) => text.replaceAll('"certain":false', '"certain":true')),
    "GET /on?include=cast: today's productions by show, with theatre, details, days left and who is in it; a 304 is free",
  ],
  [
    asks(/^GET \/api\/roles\?/),
    without("Vary"),
    "Vary: Accept-Encoding, Authorization, Cookie on every read of the six",
  ],
  [
    asks(/^OPTIONS /),
    having("Access-Control-Max-Age", "600"),
    "A preflight is free, allows Authorization, If-None-Match and Content-Type to be sent, and is kept for a day",
  ],
  [
    isStatus(405),
    without("Allow"),
    'Method not offered, TRACE and invented ones included: 405, "Method not allowed", with Allow',
  ],
  [
    asks(/^GET \/ /),
    having("Content-Security-Policy", "script-src 'unsafe-inline'; frame-ancestors 'none'"),
    "/ is public: a CSP with nonces and without unsafe-inline or unsafe-eval for scripts, frame-ancestors 'none'",
  ],
  [
    both(asks(/^GET \/feeds\/shows\//), isStatus(200)),
    having("Content-Type", "text/plain"),
    "/feeds/shows/{id}.ics, theatres and people have the opening of a production under the same UID",
  ],
];

describe("npm run conformance", { tags: ["full"] }, () => {
  const { email, password } = firstAdministrator;
  const staff = { CONFORMANCE_STAFF_EMAIL: email, CONFORMANCE_STAFF_PASSWORD: password };
  let testDatabase: TestDatabase;
  let server: ServerProgram;

  beforeAll(async () => {
    testDatabase = await createTestDatabase("embedded");
    server = await launchServer({ ...testDatabase.settings, CLIENT_ADDRESS: "forwarded:1" });
  }, 300_000);
  afterAll(async () => {
    server.kill("SIGTERM");
    await server.ended;
    await testDatabase.remove();
  });

  /** A proxy to the service with its own client address, which has the default hundred requests left. */
  async function wayTo(tamper?: Tamper): Promise<string> {
    const { url, close } = await startTamperingProxy(server.port, tamper);
    onTestFinished(close);
    return url;
  }

  const get = (url: string, path: string) =>
    fetch(`${url}/api/${path}`, { headers: { connection: "close", "accept-encoding": "identity" } });
  const remaining = async (url: string) =>
    ((await (await get(url, "quota")).json()) as { remaining: number }).remaining;

  /** The entity tags of the six lists, which show whether a run left anything behind. */
  async function contents(): Promise<(string | null)[]> {
    const url = await wayTo();
    const paths = ["shows", "theatres", "people", "roles", "productions", "cast-members"];
    return Promise.all(paths.map(async (path) => (await get(url, path)).headers.get("etag")));
  }

  /** Starts the program, which reports JUnit XML. */
  const start = (url: string, more: Record<string, string> = {}) =>
    startProgram("conformance", {
      CONFORMANCE_URL: url,
      ...more,
      NODE_OPTIONS: "--test-reporter=junit --test-reporter-destination=stdout",
    });

  /** Runs it to its end. */
  async function check(url: string, more?: Record<string, string>) {
    const { code, output } = await start(url, more).ended;
    const cases = [...output.matchAll(/<testcase name="([^"]*)"(?: \w+="[^"]*")*(?:\/>|>(.*?)<\/testcase>)/gs)].map(
      ([, name = "", content = ""]) => ({ name: unescaped(name), content }),
    );
    return {
      code,
      output,
      count: cases.length,
      failed: cases.flatMap(({ name, content }) => (content.includes("<failure ") ? name : [])).sort(),
      skipped: cases.flatMap(({ content }) => /<skipped .*message="([^"]*)"/.exec(content)?.[1] ?? []),
    };
  }

  test("passes without sign-in, within an anonymous caller's daily limit and the announced cost", async () => {
    const url = await wayTo();

    const { code, output, failed, count, skipped } = await check(url);

    expect([code, failed]).toEqual([0, []]);
    const announced = Number(/at most (\d+) of the 100 requests/.exec(output)?.[1]);
    expect(announced).toBeLessThanOrEqual(100);
    expect(100 - (await remaining(url))).toBeLessThanOrEqual(announced);
    expect(new Set(skipped)).toEqual(new Set(["needs CONFORMANCE_KEY", "needs CONFORMANCE_STAFF_EMAIL"]));
    expect(output).toContain(`<!-- pass ${count - skipped.length} -->`);
  });

  test("passes for staff with a key, to the end of the day's requests, and leaves all as it was", async () => {
    const client = new CookieClient(server.url, "127.0.0.1");
    await client.act("callback/credentials", firstAdministrator);
    const headers = { "content-type": "application/json" };
    const made = await client.send("/api/keys", { method: "POST", headers, body: '{"name":"A check"}' });
    const { key } = (await made.json()) as { key: string };
    const url = await wayTo();
    const before = await contents();

    expect(await check(`${url}/api/`, { ...staff, CONFORMANCE_KEY: key })).toMatchObject({
      code: 0,
      failed: [],
      skipped: [],
    });
    // Only requests with an invalid key count on the address.
    expect(await remaining(url)).toBeGreaterThanOrEqual(100 - 11);
    expect(await check(await wayTo(), { CONFORMANCE_EXHAUST: "1" })).toMatchObject({ code: 0, failed: [] });
    expect(await contents()).toEqual(before);
  });

  test("reports each of a dozen faults of a service, and nothing else", async () => {
    const { failed } = await check(
      await wayTo((answer) => faults.reduce((left, [when, spoil]) => (when(left) ? spoil(left) : left), answer)),
    );

    expect(failed).toEqual([...new Set(faults.flatMap(([, , ...failing]) => failing))].sort());
  });

  test("removes what it created when it is interrupted", async () => {
    const before = await contents();
    let writes = 0;
    const url = await wayTo((one) => {
      if (asks(/^POST \/api\/(?!auth)/)(one) && isStatus(201)(one) && (writes += 1) === 4) run.kill("SIGINT");
      return one;
    });

    const run = start(url, staff);
    const { code, output } = await run.ended;

    expect([code, writes]).toEqual([130, 4]);
    expect(output).toContain('message="interrupted"');
    expect(await contents()).toEqual(before);
  });

  test("does not start where it costs more than the remaining requests, without CONFORMANCE_YES", async () => {
    const url = await wayTo();
    for (let sent = 0; sent < 20; sent += 1) await (await get(url, "shows/nothing")).text();

    const refused = await check(url);
    expect([refused.code, await remaining(url)]).toEqual([2, 80]);
    expect(refused.output).toContain("pass a key with CONFORMANCE_KEY, or continue with CONFORMANCE_YES=1.");
    expect((await check(url, { CONFORMANCE_YES: "1" })).output).toContain("429");
  });

  test.each<[Record<string, string>, string]>([
    [{ CONFORMANCE_KEY: "tl_live_nonsense" }, "refuses the key of CONFORMANCE_KEY"],
    [{ ...staff, CONFORMANCE_STAFF_PASSWORD: "wrong" }, "refuses the sign-in"],
    [{ CONFORMANCE_URL: "http://127.0.0.1:9" }, "http://127.0.0.1:9 can't be reached"],
  ])("ends with code 2 before it spends a request with %j", async (more, sentence) => {
    const url = await wayTo();

    expect(await check(url, more)).toMatchObject({ code: 2, output: expect.stringContaining(sentence) });
    expect(await remaining(url)).toBeGreaterThanOrEqual(99);
  });
});

/** Node 20 escapes quotation marks twice. */
function unescaped(text: string): string {
  return text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&").replaceAll("&quot;", '"');
}
