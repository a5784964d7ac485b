import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../test/databases.ts";
import { launchServer, startProgram, type ServerProgram } from "../test/program.ts";
import { startTamperingProxy, type PassingResponse, type Tamper } from "../test/fault-proxy.ts";
import { readSettings } from "./conformance/settings.ts";
import { firstAdministrator } from "../test/embedded-template.ts";

const address = "http://127.0.0.1:9";

test.each<[Record<string, string>, string]>([
  [{}, "CONFORMANCE_URL must be given"],
  [{ CONFORMANCE_URL: "localhost" }, "CONFORMANCE_URL must be an http or https address"],
  [{ CONFORMANCE_URL: "http://127.0.0.1/shows" }, "CONFORMANCE_URL must be the service's origin"],
  [{ CONFORMANCE_URL: address, CONFORMANCE_KEY: "a b" }, "CONFORMANCE_KEY must be an API key"],
  [{ CONFORMANCE_URL: address, CONFORMANCE_YES: "perhaps" }, "CONFORMANCE_YES must be 1 or 0"],
  [{ CONFORMANCE_URL: address, CONFORMANCE_PORT: "1" }, "CONFORMANCE_PORT is no setting"],
  [
    { CONFORMANCE_URL: address, CONFORMANCE_STAFF_EMAIL: "a@b.example" },
    "CONFORMANCE_STAFF_EMAIL and CONFORMANCE_STAFF_PASSWORD belong together",
  ],
])("missing and invalid settings (%j) are named", (settings, sentence) => {
  expect(() => readSettings(settings)).toThrow(sentence);
});

/** Spoils the answers to some requests. @param first a pattern of the request line and the status. */
function spoil(first: RegExp, change: (answer: PassingResponse) => Partial<PassingResponse>): Tamper {
  return (answer) =>
    first.test(`${answer.asked[0]} ${answer.head[0]?.split(" ")[1]}`) ? { ...answer, ...change(answer) } : answer;
}
const without = (name: string, { head }: PassingResponse) =>
  head.filter((line) => !line.toLowerCase().startsWith(`${name.toLowerCase()}:`));
const having = (name: string, value: string) => (answer: PassingResponse) => ({
  head: [...without(name, answer), `${name}: ${value}`],
});

/** What a service may do wrong, and the check that tells. Chosen so that none hides another. */
const faults: Record<string, Tamper> = {
  "X-RateLimit-Limit, -Remaining and -Reset: one limit, never more left, the next midnight UTC": spoil(
    /^GET \/api\/roles\/.* 404$/,
    (answer) => ({ head: without("X-RateLimit-Limit", answer) }),
  ),
  "/api/theatres: sorted, with ids and references that hold; records, HEAD, OPTIONS, 304 and 404": spoil(
    /^GET \/api\/theatres HTTP.* 304$/,
    having("ETag", '"another"'),
  ),
  "/api/people: sorted, with ids and references that hold; records, HEAD, OPTIONS, 304 and 404": spoil(
    /^GET \/api\/people HTTP.* 200$/,
    ({ head, body }) => {
      const list = Buffer.from(JSON.stringify((JSON.parse(body.toString()) as unknown[]).reverse()));
      return { head, body: list };
    },
  ),
  "Preflights are free and kept for a day; no other origin may write or read keys": spoil(
    /^OPTIONS \/api\/shows /,
    having("Access-Control-Max-Age", "600"),
  ),
  "Broken percent-encoding is 400; a method not offered 405, with Allow": spoil(/ 405$/, (answer) => ({
    head: without("Allow", answer),
  })),
  "Every page has a strict CSP with nonces, the other headers of §11, and HSTS under https": spoil(
    /^GET \/ /,
    having("Content-Security-Policy", "script-src 'unsafe-inline'; frame-ancestors 'none'"),
  ),
  "Calendars have all-day events, downloads the records of the lists; neither is counted": spoil(
    /^GET \/feeds\/shows\/.* 200$/,
    having("Content-Type", "text/plain"),
  ),
};

describe("npm run conformance", { tags: ["full"] }, () => {
  const { email, password } = firstAdministrator;
  const staff = { CONFORMANCE_STAFF_EMAIL: email, CONFORMANCE_STAFF_PASSWORD: password };
  const developer = { ...staff, CONFORMANCE_STAFF_EMAIL: "developer@example.com" };
  let testDatabase: TestDatabase;
  let server: ServerProgram;

  beforeAll(async () => {
    testDatabase = await createTestDatabase("embedded");
    server = await launchServer({ ...testDatabase.settings, CLIENT_ADDRESS: "forwarded:1" });
    const { status } = await fetch(`http://localhost:${server.port}/api/accounts`, {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-Forwarded-For": "192.0.2.7" },
      body: JSON.stringify({ email: developer.CONFORMANCE_STAFF_EMAIL, password }),
    });
    expect(status).toBe(201);
  }, 300_000);
  afterAll(async () => {
    server.kill("SIGTERM");
    await server.ended;
    await testDatabase.remove();
  });

  /** A way to the service for a client with an address of its own, which has the default hundred requests left. */
  async function wayTo(tamper?: Tamper): Promise<string> {
    const { url, close } = await startTamperingProxy(server.port, tamper);
    onTestFinished(close);
    return url;
  }

  const remaining = async (url: string) => {
    const answer = await fetch(`${url}/api/quota`, { headers: { connection: "close" } });
    return ((await answer.json()) as { remaining: number }).remaining;
  };

  const start = (url: string, more: Record<string, string> = {}) =>
    startProgram("conformance", {
      CONFORMANCE_URL: url,
      ...more,
      NODE_OPTIONS: "--test-reporter=tap --test-reporter-destination=stdout",
    });
  const failures = (output: string) => [...output.matchAll(/^ {4}not ok \d+ - (.*)$/gm)].map(([, name]) => name);

  test("passes without sign-in, within an anonymous caller's daily limit and the announced cost", async () => {
    const url = await wayTo();

    const { code, output } = await start(url).ended;

    expect([code, failures(output)]).toEqual([0, []]);
    const announced = Number(/at most (\d+) of the 100 requests/.exec(output)?.[1]);
    expect(announced).toBeLessThanOrEqual(100);
    expect(100 - (await remaining(url))).toBeLessThanOrEqual(announced);
  });

  test("passes for staff, to the end of the day's requests, and leaves all as it was", async () => {
    const { code, output } = await start(`${await wayTo()}/api/`, { ...staff, CONFORMANCE_EXHAUST: "1" }).ended;

    expect([code, failures(output)]).toEqual([0, []]);
    expect(output).toContain("ok 1 - The lists are as before this run");
  });

  test("reports each fault of a service, and nothing else", async () => {
    const url = await wayTo((answer) => Object.values(faults).reduce((left, tamper) => tamper(left), answer));

    const { output } = await start(url).ended;

    expect(failures(output).sort()).toEqual(Object.keys(faults).sort());
  });

  test("removes what it created when it is interrupted", async () => {
    let writes = 0;
    const url = await wayTo((answer) => {
      if (/^POST \/api\/(?!auth)/.test(answer.asked[0] ?? "") && (writes += 1) === 4) run.kill("SIGINT");
      return answer;
    });
    const run = start(url, staff);
    const { code, output } = await run.ended;

    expect([code, output]).toEqual([130, expect.stringContaining("# SKIP interrupted")]);
    const records = await (await fetch(`${server.url}/api/productions`)).text();
    expect(records).not.toContain("Conformance check");
  });

  test.each<[Record<string, string>, string, number]>([
    [{ CONFORMANCE_KEY: "tl_live_nonsense" }, "refuses the key of CONFORMANCE_KEY", 100],
    [{ ...staff, CONFORMANCE_STAFF_PASSWORD: "wrong" }, "refuses the sign-in", 100],
    [developer, "is neither an editor nor an administrator", 100],
    [{ CONFORMANCE_URL: address }, `${address} can't be reached`, 100],
    [{}, "pass a key with CONFORMANCE_KEY, or continue with CONFORMANCE_YES=1.", 80],
  ])("ends with code 2 before it spends a request with %j", async (more, sentence, left) => {
    const url = await wayTo();
    for (let sent = left; sent < 100; sent += 1)
      await fetch(`${url}/api/shows/nothing`, { headers: { connection: "close" } });

    expect(await start(url, more).ended).toMatchObject({ code: 2, output: expect.stringContaining(sentence) });
    expect(await remaining(url)).toBeGreaterThanOrEqual(left - 1);
  });
});
