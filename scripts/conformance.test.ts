import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { CookieClient } from "../test/cookie-client.ts";
import { createTestDatabase, type TestDatabase } from "../test/databases.ts";
import { launchServer, startProgram, type ServerProgram } from "../test/program.ts";
import { startTamperingProxy, type PassingResponse, type Tampering } from "../test/tampering-proxy.ts";
import { firstAdministrator } from "./embedded-template.mjs";

const { email, password } = firstAdministrator;
const staff = { CONFORMANCE_STAFF_EMAIL: email, CONFORMANCE_STAFF_PASSWORD: password };

let testDatabase: TestDatabase;
let server: ServerProgram;
const ends: (() => unknown)[] = [];

beforeAll(async () => {
  testDatabase = await createTestDatabase("embedded");
  server = await launchServer({
    ...testDatabase.settings,
    CLIENT_ADDRESS: "forwarded:1",
  });
}, 300_000);
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});
afterAll(async () => {
  server.kill("SIGTERM");
  await server.ended;
  await testDatabase.remove();
});

/** A proxy to the service with its own client address, which has the default hundred requests left. */
async function wayTo(spoiling: Tampering = {}): Promise<string> {
  const proxy = await startTamperingProxy(server.port, spoiling);
  ends.push(() => proxy.close());
  return proxy.url;
}

/** The entity tags of the six lists, which show whether a run left anything behind. */
async function contents(): Promise<(string | null)[]> {
  const url = await wayTo();
  const paths = ["shows", "theatres", "people", "roles", "productions", "cast-members"];
  const answers = await Promise.all(
    paths.map((one) => fetch(`${url}/api/${one}`, { headers: { connection: "close", "accept-encoding": "identity" } })),
  );
  return answers.map((answer) => answer.headers.get("etag"));
}

async function remaining(url: string): Promise<number> {
  const answer = await fetch(`${url}/api/quota`, { headers: { connection: "close" } });
  return ((await answer.json()) as { remaining: number }).remaining;
}

/** The settings of a run, which reports JUnit XML. */
function settingsFor(url: string, more: Record<string, string> = {}): Record<string, string> {
  return {
    CONFORMANCE_URL: url,
    ...more,
    NODE_OPTIONS: "--test-reporter=junit --test-reporter-destination=stdout",
  };
}

interface Report {
  code: number | null;
  output: string;
  names: string[];
  failed: string[];
  skipped: [name: string, reason: string][];
}

/** Runs the program to its end. */
async function check(url: string, more?: Record<string, string>): Promise<Report> {
  const { code, output } = await startProgram("conformance", settingsFor(url, more)).ended;
  const cases = [...output.matchAll(/<testcase name="([^"]*)"(?: \w+="[^"]*")*(?:\/>|>(.*?)<\/testcase>)/gs)].map(
    ([, name = "", content = ""]): [string, string] => [unescaped(name), content],
  );
  const skips = cases.map(([name, content]) => [name, /<skipped .*message="([^"]*)"/.exec(content)?.[1]]);
  return {
    code,
    output,
    names: cases.map(([name]) => name),
    failed: cases.filter(([, content]) => content.includes("<failure ")).map(([name]) => name),
    skipped: skips.filter((skip): skip is [string, string] => skip[1] !== undefined),
  };
}

/** Node 20 escapes quotation marks twice. */
function unescaped(text: string): string {
  return text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&").replaceAll("&quot;", '"');
}

describe("the service itself", () => {
  test("passes every check without sign-in, within an anonymous caller's daily limit and the announced cost", async () => {
    const url = await wayTo();

    const { code, output, failed, names, skipped } = await check(url);

    expect(failed).toEqual([]);
    expect(code).toBe(0);
    const announced = Number(/at most (\d+) of the 100 requests/.exec(output)?.[1]);
    expect(announced).toBeLessThanOrEqual(100);
    expect(100 - (await remaining(url))).toBeLessThanOrEqual(announced);
    expect(new Set(skipped.map(([, reason]) => reason))).toEqual(
      new Set(["needs CONFORMANCE_KEY", "needs CONFORMANCE_STAFF_EMAIL"]),
    );
    expect(output).toContain(`<!-- tests ${names.length} -->`);
    expect(output).toContain(`<!-- pass ${names.length - skipped.length} -->`);
  });

  test("passes the checks for staff too, and is left unchanged", { tags: ["full"] }, async () => {
    const url = await wayTo();
    const before = await contents();

    const { code, output, failed, skipped } = await check(`${url}/api/`, staff);

    expect(failed).toEqual([]);
    expect([code, skipped]).toEqual([0, [["The scheme of a key may be in any case", "needs CONFORMANCE_KEY"]]]);
    const [, announced, left] = /at most (\d+) of the (\d+) requests that the account/.exec(output) ?? [];
    expect(Number(left)).toBeGreaterThanOrEqual(Number(announced));
    expect(await contents()).toEqual(before);
  });

  test("passes with a key, without spending the address's requests", { tags: ["full"] }, async () => {
    const url = await wayTo();
    const { key } = await newKey();

    const { code, failed, skipped } = await check(url, { CONFORMANCE_KEY: key });

    expect([code, failed]).toEqual([0, []]);
    expect(skipped.filter(([, reason]) => reason === "needs CONFORMANCE_KEY")).toEqual([]);
    // Only requests with an invalid key count on the address.
    expect(await remaining(url)).toBe(100 - 7);
  });

  test("admits exactly the remaining requests of the day", { tags: ["full"] }, async () => {
    expect((await check(await wayTo(), { CONFORMANCE_EXHAUST: "1" })).failed).toEqual([]);
  });
});

/** A key of the first administrator. */
async function newKey(): Promise<{ key: string }> {
  const client = new CookieClient(server.url, "127.0.0.1");
  await client.act("callback/credentials", { email, password });
  const headers = { "content-type": "application/json" };
  const response = await client.send("/api/keys", { method: "POST", headers, body: '{"name":"A check"}' });
  await client.act("signout");
  return (await response.json()) as { key: string };
}

/** Requests by their first line. */
const asks = (pattern: RegExp, { asked }: PassingResponse) => pattern.test(asked[0] ?? "");
const isStatus = (status: number, { head }: PassingResponse) => head[0]?.startsWith(`HTTP/1.1 ${status} `) ?? false;

function without(name: string, passing: PassingResponse): PassingResponse {
  const prefix = `${name.toLowerCase()}:`;
  return { ...passing, head: passing.head.filter((line) => !line.toLowerCase().startsWith(prefix)) };
}

function valueOf(name: string, { head }: PassingResponse): string {
  return head.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2) ?? "";
}

function having(name: string, value: string, passing: PassingResponse): PassingResponse {
  const rest = without(name, passing);
  return { ...rest, head: [...rest.head, `${name}: ${value}`] };
}

function saying(change: (text: string) => string, passing: PassingResponse): PassingResponse {
  const body = Buffer.from(change(passing.body.toString("utf8")));
  return having("Content-Length", String(body.length), { ...passing, body });
}

/** The changes to the responses that `when` selects. */
const spoil = (
  when: (passing: PassingResponse) => boolean,
  change: (passing: PassingResponse) => PassingResponse,
): Tampering => ({
  answer: (passing) => (when(passing) ? change(passing) : passing),
});

const faults: Record<string, [Tampering, ...failing: string[]]> = {
  "leaves out X-RateLimit-Limit on a 404": [
    spoil(
      (one) => isStatus(404, one),
      (one) => without("X-RateLimit-Limit", one),
    ),
    "Every response under /api other than auth and health carries X-RateLimit-Limit",
  ],
  "gives X-RateLimit-Reset in milliseconds": [
    spoil(
      (one) => asks(/^GET \/api\/people /, one),
      (one) => having("X-RateLimit-Reset", "1795305600000", one),
    ),
    "X-RateLimit-Reset is the Unix time, in whole seconds, of the next midnight UTC",
  ],
  "tells a quota that its headers don't": [
    spoil(
      (one) => asks(/^GET \/api\/quota/, one),
      (one) => saying((text) => text.replace('"public"', '"key"'), one),
    ),
    "GET /quota returns tier, limit, remaining and reset, as its headers do",
  ],
  "counts twice": [
    spoil(
      (one) => asks(/no-record-has-this-id/, one) && isStatus(404, one),
      (one) => having("X-RateLimit-Remaining", String(Number(valueOf("X-RateLimit-Remaining", one)) - 1), one),
    ),
    "Every such request counts once",
    "X-RateLimit-Remaining is a whole number, and nothing gives a request back within the day",
  ],
  "names no request in a 304": [
    spoil(
      (one) => isStatus(304, one),
      (one) => without("X-Request-Id", one),
    ),
    "Every response has its own X-Request-Id",
  ],
  "answers an unknown path with 400": [
    spoil(
      (one) => asks(/\/nothing\//, one),
      (one) => ({ ...one, head: ["HTTP/1.1 400 Bad Request", ...one.head.slice(1)] }),
    ),
    'Unknown path under /api, /api itself included: 404, "Not found"',
  ],
  "adds a field to a record": [
    spoil(
      (one) => asks(/^GET \/api\/cast-members\/(?!no-)/, one),
      (one) => saying((text) => `{"pay":1,${text.slice(1)}`, one),
    ),
    "GET /cast-members/{id}: the record of the list, flat",
  ],
  "changes the ETag between 200 and 304": [
    spoil(
      (one) => asks(/^GET \/api\/theatres /, one) && isStatus(304, one),
      (one) => having("ETag", '"another"', one),
    ),
    "GET /theatres: If-None-Match gives 304, without a body and with the same ETag, also weak or in a list",
    "If-None-Match: * gives 304, and counts",
  ],
  "takes no weak tag": [
    {
      ask: (asked) =>
        asked[0]?.startsWith("GET /api/roles ") ? asked.filter((line) => !line.startsWith("If-None-Match: W/")) : asked,
    },
    "GET /roles: If-None-Match gives 304, without a body and with the same ETag, also weak or in a list",
  ],
  "gives a list in another order": [
    spoil(
      (one) => asks(/^GET \/api\/people /, one) && isStatus(200, one),
      (one) => saying((text) => JSON.stringify((JSON.parse(text) as unknown[]).reverse()), one),
    ),
    "GET /people: the list is sorted, and every id is unique",
  ],
  "forgets a show that a production names": [
    spoil(
      (one) => asks(/^GET \/api\/productions /, one) && isStatus(200, one),
      (one) => saying((text) => text.replaceAll('"show_id":"hamilton"', '"show_id":"hamiltan"'), one),
    ),
    "References between records hold",
    "Embedded records in a list are the referenced records",
    "GET /on?include=cast: today's productions by show, with theatre, details, days left and who is in it; a 304 is free",
  ],
  "is certain of everyone": [
    spoil(
      (one) => asks(/^GET \/api\/on\?/, one) && isStatus(200, one),
      (one) => saying((text) => text.replaceAll('"certain":false', '"certain":true'), one),
    ),
    "GET /on?include=cast: today's productions by show, with theatre, details, days left and who is in it; a 304 is free",
  ],
  "filters by OR": [
    {
      ask: (asked) => [
        (asked[0] ?? "").replace(/(productions\?theatre_id=[^&]*)&show_id=[^ ]*/, "$1"),
        ...asked.slice(1),
      ],
    },
    "GET /productions: filters combine with AND",
  ],
  "varies by nothing": [
    spoil(
      (one) => asks(/^GET \/api\/roles\?/, one),
      (one) => without("Vary", one),
    ),
    "Vary: Accept-Encoding, Authorization, Cookie on every read of the six",
  ],
  "keeps a preflight for ten minutes": [
    spoil(
      (one) => asks(/^OPTIONS /, one),
      (one) => having("Access-Control-Max-Age", "600", one),
    ),
    "A preflight is free, allows Authorization, If-None-Match and Content-Type to be sent, and is kept for a day",
  ],
  "lets no other origin read its errors": [
    spoil(
      (one) => isStatus(400, one),
      (one) => without("Access-Control-Allow-Origin", one),
    ),
    "GET, HEAD and OPTIONS answer any origin, never with credentials",
  ],
  "lets every origin read its keys": [
    spoil(
      (one) => asks(/^GET \/api\/keys /, one),
      (one) => having("Access-Control-Allow-Origin", "*", one),
    ),
    "Writes and keys allow no other origin",
  ],
  "names no method in a 405": [
    spoil(
      (one) => isStatus(405, one),
      (one) => without("Allow", one),
    ),
    'Method not offered, TRACE and invented ones included: 405, "Method not allowed", with Allow',
  ],
  "tells a wrong scheme from a wrong key": [
    spoil(
      ({ asked }) => asked.some((line) => /^authorization: Basic/i.test(line)),
      (one) => saying((text) => text.replace("mistyped", "no Bearer"), one),
    ),
    "A key that is malformed or unknown, another scheme or an empty one: 401, the same answer for each, with WWW-Authenticate: Bearer",
  ],
  "shows where it failed": [
    spoil(
      (one) => asks(/^GET \/api\/activity/, one),
      (one) => saying((text) => `{"stack":"at x.js:1",${text.slice(1)}`, one),
    ),
    'Errors are {"error": string} and what the contract adds, always JSON',
  ],
  "does not say that it compressed": [
    spoil(
      ({ head }) => head.includes("Content-Encoding: br"),
      (one) => without("Content-Encoding", one),
    ),
    "Bodies of 1 KiB and more are served in br if accepted, with the same content",
  ],
  "documents no deletion of shows": [
    spoil(
      (one) => asks(/openapi/, one),
      (one) =>
        saying((text) => {
          const document = JSON.parse(text) as { paths: Record<string, Record<string, unknown>> };
          delete document.paths["/shows/{id}"]?.["delete"];
          return JSON.stringify(document);
        }, one),
    ),
    "The document covers every operation of the contract",
  ],
  "is not ready": [
    spoil(
      (one) => asks(/ready/, one),
      (one) => ({ ...one, head: ["HTTP/1.1 503 No", ...one.head.slice(1)] }),
    ),
    "GET /health/ready: 200 when database and limit store answer",
    "No answer is a 500",
  ],
  "allows inline scripts": [
    spoil(
      (one) => asks(/^GET \/ /, one),
      (one) => having("Content-Security-Policy", "script-src 'unsafe-inline'; frame-ancestors 'none'", one),
    ),
    "/ is public: a CSP with nonces and without unsafe-inline or unsafe-eval for scripts, frame-ancestors 'none'",
  ],
  "calls a calendar plain text": [
    spoil(
      (one) => asks(/^GET \/feeds\/shows\//, one) && isStatus(200, one),
      (one) => having("Content-Type", "text/plain", one),
    ),
    "/feeds/shows/{id}.ics, theatres and people have the opening of a production under the same UID",
  ],
  "lets no cache keep a download": [
    spoil(
      (one) => asks(/ndjson /, one) && isStatus(200, one),
      (one) => without("Cache-Control", one),
    ),
    "/downloads/{resource}.csv and .ndjson have the records of the list, in its order",
  ],
};

/** Combines several faults; those of one response apply in order. */
function together(spoilings: readonly Tampering[]): Tampering {
  return {
    ask: (asked) => spoilings.reduce((lines, { ask }) => (ask ? ask(lines) : lines), asked),
    answer: (passing) =>
      spoilings.reduce<PassingResponse | null>((left, { answer }) => (left && answer ? answer(left) : left), passing),
  };
}

/** A run takes most of a second, so each run has many faults, chosen so that none hides another. */
const runs = 4;
const batches = Array.from({ length: runs }, (_, run) => {
  const batch = Object.entries(faults).filter((_fault, index) => index % runs === run);
  return { wrong: batch.map(([fault]) => fault).join("; it "), batch: batch.map(([, one]) => one) };
});

describe("every fault of a service is reported, and nothing else", { tags: ["full"] }, () => {
  test.each(batches)("it $wrong", async ({ batch }) => {
    const { failed } = await check(await wayTo(together(batch.map(([spoiling]) => spoiling))));

    expect(failed.sort()).toEqual(batch.flatMap(([, ...failing]) => failing).sort());
  });
});

test("a new optional field that the document describes is no fault", { tags: ["full"] }, async () => {
  let bytes = "";
  const subtitled = (text: string) => text.replaceAll('"booking_until":', '"subtitle":null,"booking_until":');
  const url = await wayTo({
    answer: (one) => {
      if (asks(/^GET \/api\/openapi/, one))
        return saying((text) => {
          const document = JSON.parse(text) as { components: { schemas: { Show: { properties: object } } } };
          Object.assign(document.components.schemas.Show.properties, { subtitle: { type: ["string", "null"] } });
          return JSON.stringify(document);
        }, one);
      if (asks(/^GET \/api\/shows[ /]/, one) && isStatus(200, one)) {
        const changed = saying(subtitled, one);
        if (asks(/^GET \/api\/shows /, one)) bytes = valueOf("Content-Length", changed);
        return changed;
      }
      return asks(/^HEAD \/api\/shows /, one) ? having("Content-Length", bytes, one) : one;
    },
  });

  const { failed, names } = await check(url);

  expect(failed).toEqual([]);
  expect(names).toContain("GET /shows: every record has all its fields and no others");
});

const faultsForStaff: Record<string, [Tampering, ...failing: string[]]> = {
  "says of no new show where it is": [
    spoil(
      (one) => asks(/^POST \/api\/shows /, one),
      (one) => without("Location", one),
    ),
    "POST /shows returns 201, the record as in a single read, and Location",
  ],
  "does not look at If-Match": [
    { ask: (asked) => asked.filter((line) => !/^if-match:/i.test(line)) },
    "PUT and DELETE with If-Match that no longer holds: 412 and nothing changes; with one that holds they are done",
    // Nobody is created, so people and cast members are not checked.
    ...["productions", "roles", "shows", "theatres"].map(
      (path) =>
        `PUT /${path}/{id}/details and /sources: validated, guarded by If-Match, logged, exported, and part of no list`,
    ),
  ],
  "counts each key by itself": [
    spoil(
      (one) => asks(/^GET \/api\/shows\/no-record/, one) && one.asked.some((line) => /^authorization: /i.test(line)),
      (one) => having("X-RateLimit-Remaining", "9999", one),
    ),
    "A rotated key and its successor share one count for the day on which the rotation happened",
  ],
  "loses its answer about a new person": [
    { answer: (one) => (asks(/^POST \/api\/people /, one) && isStatus(201, one) ? null : one) },
    "POST /people returns 201, the record as in a single read, and Location",
    "POST /people/{id}/merge: what referred to the first refers to the second, and its path names the survivor",
  ],
};

describe("created records are removed, also after a failure", { tags: ["full"] }, () => {
  test(`it ${Object.keys(faultsForStaff).join("; it ")}`, async () => {
    const before = await contents();
    const batch = Object.values(faultsForStaff);
    const { failed } = await check(await wayTo(together(batch.map(([spoiling]) => spoiling))), staff);

    expect(failed.sort()).toEqual(batch.flatMap(([, ...failing]) => failing).sort());
    expect(await contents()).toEqual(before);
  });

  test("an interrupted run removes what it created", async () => {
    const before = await contents();
    let writes = 0;
    const url = await wayTo({
      answer: (one) => {
        if (asks(/^POST \/api\/(?!auth)/, one) && isStatus(201, one) && (writes += 1) === 4) run.kill("SIGINT");
        return one;
      },
    });

    const run = startProgram("conformance", settingsFor(url, staff));
    const { code, output } = await run.ended;

    expect([code, writes]).toEqual([130, 4]);
    expect(output).toContain('message="interrupted"');
    expect(await contents()).toEqual(before);
  });
});

test(
  "a run that costs more than the remaining requests does not start without CONFORMANCE_YES",
  { tags: ["full"] },
  async () => {
    const url = await wayTo();
    for (let sent = 0; sent < 20; sent += 1) {
      await (await fetch(`${url}/api/shows/nothing`, { headers: { connection: "close" } })).text();
    }

    const refused = await check(url);
    const isUnspent = (await remaining(url)) === 80;
    const sure = await check(url, { CONFORMANCE_YES: "1" });

    expect([refused.code, isUnspent, await remaining(url)]).toEqual([2, true, 0]);
    expect(refused.output).toContain(
      "Not enough requests are left for this address: pass a key with CONFORMANCE_KEY, or continue with CONFORMANCE_YES=1.",
    );
    expect(sure.output).toContain("429");
  },
);

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
  [{ CONFORMANCE_URL: "http://127.0.0.1:9" }, ["http://127.0.0.1:9 can't be reached"]],
])(
  "missing and invalid settings and unreachable services (%j) exit with code 2 and a message",
  async (more, sentences) => {
    const { code, output } = await startProgram("conformance", more).ended;

    expect(code).toBe(2);
    for (const sentence of sentences) expect(output).toContain(sentence);
  },
);

test("arguments are refused", async () => {
  const { code, output } = await startProgram("conformance", {}, "--port", "1").ended;

  expect(code).toBe(2);
  expect(output).toContain("takes no arguments, and was given: --port 1");
});

test.each<[Record<string, string>, RegExp]>([
  [{ CONFORMANCE_KEY: "tl_live_nonsense" }, /refuses the key of CONFORMANCE_KEY/],
  [{ ...staff, CONFORMANCE_STAFF_PASSWORD: "wrong" }, /refuses the sign-in/],
])("%j is refused before any request is spent", async (more, sentence) => {
  const url = await wayTo();

  const { code, output } = await check(url, more);

  expect(code).toBe(2);
  expect(output).toMatch(sentence);
  expect(await remaining(url)).toBeGreaterThanOrEqual(99);
});
