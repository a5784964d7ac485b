import { connect } from "node:net";
import { once } from "node:events";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { databaseKinds } from "../testing/databases.ts";
import { exchange } from "../testing/raw-http.ts";
import { samples } from "../testing/samples.ts";
import { startService, type TestService } from "../testing/service.ts";
import { signedIn } from "../testing/signed-in.ts";

const highLimits = { PUBLIC_DAILY_LIMIT: "1000000", ACCOUNT_DAILY_LIMIT: "1000000" };
const max = 64 * 1024;
const json = "application/json";
const play = JSON.stringify({ name: "A Play", type: "play" });
const bytes = (...parts: (string | number)[]) =>
  Buffer.concat(parts.map((part) => (typeof part === "string" ? Buffer.from(part) : Buffer.from([part]))));
/** White space before what counts: as long a body as anybody likes. */
const padded = (length: number, body = play) => " ".repeat(length - Buffer.byteLength(body)) + body;
const nested = (levels: number) => `{"name":${"[".repeat(levels)}${"]".repeat(levels)},"type":"play"}`;

const broken: Record<string, [body: string | Buffer, status: number, wrong?: string[]]> = {
  "a hundred thousand objects in each other": [`${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}`, 413],
  "a hundred thousand brackets": ["[".repeat(100_000), 413],
  "thirty thousand levels, within the limit": [nested(30_000), 400],
  "thirty thousand levels that are never closed": [`{"name":${"[".repeat(30_000)}`, 400],
  "sixty thousand closing brackets": [`{"name":${"]".repeat(60_000)}`, 400],
  "a few levels where there should be a text": [nested(5), 400, ["name"]],
  "as many levels as are read, the body's own among them": [nested(31), 400, ["name"]],
  "one level more": [nested(32), 400, [""]],
  "one byte too many": [padded(max + 1), 413],

  nothing: ["", 400],
  "white space": [" \r\n\t", 400],
  null: ["null", 400],
  "a number": ["1", 400],
  "a text": ['"{}"', 400],
  "an array of objects": [`[${play}]`, 400],
  "two objects": [play + play, 400],
  "an object with something behind it": [`${play}x`, 400],
  "half an object": [play.slice(0, -1), 400],
  "a comment": [`/**/${play}`, 400],
  "single quotes": [play.replaceAll('"', "'"), 400],
  "a comma too many": [play.replace("}", ",}"), 400],
  "a number that JSON has not": ['{"name":NaN,"type":"play"}', 400],
  "a text with a line feed in it": ['{"name":"A\nPlay","type":"play"}', 400],
  "half an escape": ['{"name":"\\u12","type":"play"}', 400],

  "a byte that UTF-8 has not": [bytes('{"name":"', 0xff, '","type":"play"}'), 400],
  "half a letter": [bytes('{"name":"', 0xc3, '","type":"play"}'), 400],
  "a letter cut off by the end": [bytes(play, 0xc3), 400],
  "an overlong slash": [bytes('{"name":"', 0xc0, 0xaf, '","type":"play"}'), 400],
  "a surrogate in bytes": [bytes('{"name":"', 0xed, 0xa0, 0x80, '","type":"play"}'), 400],
  "UTF-16": [Buffer.from(`\ufeff${play}`, "utf16le"), 400],
  gzip: [gzipSync(play), 400],
  "half a surrogate pair, escaped": ['{"name":"A\\ud83c","type":"play"}', 400, ["name"]],
  "the halves of a pair the wrong way round": ['{"name":"\\udfad\\ud83c","type":"play"}', 400, ["name"]],
  "a NUL, escaped": ['{"name":"A\\u0000","type":"play"}', 400, ["name"]],
  "half a pair for a field's name": [`{"\\ud800":1,${play.slice(1)}`, 400, ["\ud800"]],

  "fields that only a prototype has": ['{"__proto__":{"name":"A","type":"play"}}', 400, ["__proto__", "name", "type"]],
  "a prototype's prototype": [`{"constructor":{"prototype":{"polluted":1}},${play.slice(1)}`, 400, ["constructor"]],
  "what every object answers to": [
    `{"toString":1,"hasOwnProperty":2,"valueOf":3,${play.slice(1)}`,
    400,
    ["hasOwnProperty", "toString", "valueOf"],
  ],

  "a day that its month has not": ['{"name":"A","type":"play","booking_until":"2026-02-30"}', 400, ["booking_until"]],
  "the last day of February in another year": [
    '{"name":"A","type":"play","booking_until":"2027-02-29"}',
    400,
    ["booking_until"],
  ],
};

describe.each(databaseKinds)("what is sent to be written (%s)", (databaseKind) => {
  let service: TestService;
  let cookie: string;

  beforeAll(async () => {
    service = await startService(databaseKind, { settings: highLimits });
    cookie = await signedIn(service, "editor");
  });
  afterAll(() => service.close());

  const send = (method: string, path: string, body: string | Buffer, type = json, more: Record<string, string> = {}) =>
    service.get(`/api/${path}`, {
      method,
      headers: { cookie, "content-type": type, ...more },
      body: typeof body === "string" ? body : new Uint8Array(body),
    });
  const written = () => writtenIn(service);

  test.each(Object.entries(broken))("%s: refused, and nothing is written", async (_name, [body, status, wrong]) => {
    const before = await written();

    for (const [method, path] of [
      ["POST", "shows"],
      ["PUT", "shows/hamilton"],
    ] as const) {
      const response = await send(method, path, body);
      const answer = (await response.json()) as { error: string; issues?: { path: string }[] };
      expect([method, response.status]).toEqual([method, status]);
      expect(answer.error).toBe(status === 413 ? "Content too large" : "Invalid request");
      // A change needs no field.
      const expected = wrong?.filter((field) => method === "POST" || !(wrong.includes("__proto__") && isOfShow(field)));
      if (expected) expect(answer.issues?.map((issue) => issue.path).sort()).toEqual(expected);
    }
    expect(await written()).toEqual(before);
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });

  test.each([
    ["{", "The body is not JSON."],
    ["[]", "The body is not a JSON object."],
    [bytes('{"name":"', 0xff, '"}'), "The body is not UTF-8."],
    [nested(32), "The body is nested too deeply."],
  ])("%j is told what is wrong with the whole of it", async (body, message) => {
    const response = await send("POST", "shows", body);

    expect(await response.json()).toMatchObject({ message, issues: [{ path: "", message }] });
  });

  test("of thousands of unknown fields a hundred are named, five of them in the message, and faults of known ones first", async () => {
    const unknown = Object.fromEntries(Array.from({ length: 8_000 }, (_, index) => [index.toString(36), 1]));

    const response = await send("POST", "shows", JSON.stringify({ ...unknown, name: 7, type: "play" }));
    const text = await response.text();
    const { message, issues } = JSON.parse(text) as { message: string; issues: { path: string }[] };

    expect([response.status, issues.length, issues[0]?.path]).toEqual([400, 100, "name"]);
    expect(message).toBe("Invalid fields: name, 0, 1, 2, 3 and 7996 more.");
    expect(text.length).toBeLessThan(16_000);
  });

  test.each([
    ["x".repeat(60_000), `${"x".repeat(30)}…`],
    [`${"x".repeat(29)}𝄞y`, `${"x".repeat(29)}…`],
    ["x".repeat(30), "x".repeat(30)],
  ])("an unknown field is named by thirty characters at most", async (field, path) => {
    const response = await send("POST", "shows", JSON.stringify({ name: "A", type: "play", [field]: 1 }));

    expect(await response.json()).toMatchObject({ message: `Invalid fields: ${path}.`, issues: [{ path }] });
  });

  test.each(['"', "\\", '\\"', ""])("brackets in a text are no levels, also after %j", async (before) => {
    const name = before + "[".repeat(40);
    const response = await send("POST", "shows", JSON.stringify({ name, type: "play" }));
    expect([response.status, await response.json()]).toMatchObject([201, { name }]);
  });

  test("brackets after a text that ends in a backslash are", async () => {
    const response = await send("POST", "shows", `{"name":"\\\\","type":${"[".repeat(32)}${"]".repeat(32)}}`);
    expect(await response.json()).toMatchObject({ message: "The body is nested too deeply." });
  });

  test("sixty-four kibibytes are taken, whether their number is announced or not", async () => {
    const announced = await send("POST", "shows", padded(max));
    const { answers } = await exchange({
      port: service.port,
      packets: [head(cookie, "Transfer-Encoding: chunked"), `10000\r\n${padded(max)}\r\n0\r\n\r\n`],
    });

    expect([announced.status, answers[0]?.status]).toEqual([201, 201]);
  });

  test("one byte more is refused also where nobody announced it", async () => {
    const before = await written();
    const { answers } = await exchange({
      port: service.port,
      packets: [head(cookie, "Transfer-Encoding: chunked"), `10001\r\n${padded(max + 1)}\r\n0\r\n\r\n`],
    });

    expect(answers.map(({ status }) => status)).toEqual([413]);
    expect(await written()).toEqual(before);
  });

  test.each([
    "Application/JSON",
    "application/json; charset=utf-8",
    'application/json ;charset="UTF-8"',
    "application/json;",
  ])("%s is JSON", async (type) => {
    expect((await send("PUT", "shows/hamilton", "{}", type)).status).toBe(200);
  });

  test.each([
    "text/plain",
    "text/json",
    "application/jsonx",
    "application/json-patch+json",
    "application/vnd.api+json",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "text/plain; application/json",
    "application/json, text/plain",
    "application",
    "*/*",
  ])("%s is 415, whatever the body is, and nothing is written", async (type) => {
    const before = await written();

    for (const body of [play, "{", bytes(0xff)]) expect((await send("POST", "shows", body, type)).status).toBe(415);
    expect(await written()).toEqual(before);
  });

  test("no type at all is 415", async () => {
    const { answers } = await exchange({
      port: service.port,
      packets: [post(cookie, [`Content-Length: ${play.length}`]), play],
    });

    expect(answers.map(({ status }) => status)).toEqual([415]);
  });

  test("of several faults the first in the contract's order is told: 404, 412, 413, 415, 400", async () => {
    const [tooLong, tag] = [padded(max + 1, "{"), { "if-match": '"another"' }];

    const statuses = [
      await send("PUT", "shows/nothing", tooLong, "text/plain", tag),
      await send("PUT", "shows/hamilton", tooLong, "text/plain", tag),
      await send("PUT", "shows/hamilton", tooLong, "text/plain"),
      await send("PUT", "shows/hamilton", "{", "text/plain"),
      await send("PUT", "shows/hamilton", "{"),
    ].map(({ status }) => status);

    expect(statuses).toEqual([404, 412, 413, 415, 400]);
  });

  test("what is refused is refused of every resource alike", async () => {
    const before = await written();

    for (const path of Object.keys(samples)) {
      for (const [body, type, status] of [
        [nested(30_000), json, 400],
        [padded(max + 1), json, 413],
        [play, "text/plain", 415],
        [bytes(0xff), json, 400],
      ] as const) {
        expect([path, status, (await send("POST", path, body, type)).status]).toEqual([path, status, status]);
      }
    }
    expect(await written()).toEqual(before);
  });

  test("a body whose sender closes half-way is 400, and nothing is written", async () => {
    const before = await written();

    for (const [name, packets] of unfinished(cookie)) {
      const { answers } = await exchange({ port: service.port, packets, isHalfClosed: true, expected: 2 });
      expect([name, answers.map(({ status }) => status)]).toEqual([name, [400]]);
    }
    expect(await written()).toEqual(before);
  });

  test("a body whose sender vanishes half-way writes nothing", async () => {
    const before = await written();

    for (const [, packets] of unfinished(cookie)) {
      const socket = connect(service.port, "127.0.0.1").on("error", () => undefined);
      await once(socket, "connect");
      await new Promise((resolve) => socket.write(packets.join(""), resolve));
      socket.resetAndDestroy();
    }
    expect((await send("PUT", "shows/hamilton", "{", json)).status).toBe(400);
    expect(await written()).toEqual(before);
  });

  test("a body that stands still half-way is 408 when patience ends, and nothing is written", async () => {
    const impatient = await startService(databaseKind, {
      settings: { ...highLimits, NEXTAUTH_SECRET: "the test's own" },
      timeouts: { headersTimeout: 400, requestTimeout: 600, connectionsCheckingInterval: 50 },
    });
    const before = await writtenIn(impatient);
    const theirs = await signedIn(impatient, "editor");

    for (const [name, packets] of unfinished(theirs)) {
      const { answers } = await exchange({ port: impatient.port, packets, expected: 2 });
      expect([name, answers.map(({ status }) => status)]).toEqual([name, [408]]);
    }
    expect(await writtenIn(impatient)).toEqual(before);
    await impatient.close();
  });
});

function post(cookie: string, fields: string[]): string {
  return `POST /api/shows HTTP/1.1\r\n${["Host: localhost", `Cookie: ${cookie}`, ...fields].join("\r\n")}\r\n\r\n`;
}

function head(cookie: string, length: string): string {
  return post(cookie, [`Content-Type: ${json}`, length]);
}

/** What was announced has not come whole, though some of it would be an object. */
function unfinished(cookie: string): [string, string[]][] {
  return [
    ["half a body", [head(cookie, `Content-Length: ${play.length}`), play.slice(0, 10)]],
    ["a body that could be whole", [head(cookie, `Content-Length: ${play.length + 1}`), play]],
    [
      "a last chunk that does not come",
      [head(cookie, "Transfer-Encoding: chunked"), `${play.length.toString(16)}\r\n${play}\r\n`],
    ],
  ];
}

/** How much is written, of records and of the journal. */
async function writtenIn({ infrastructure: { database } }: TestService): Promise<unknown[]> {
  return database.query(
    `SELECT (SELECT count(*)::int FROM activity) AS entries,
       (SELECT md5(string_agg(shows::text, '|' ORDER BY id)) FROM shows) AS shows,
       ${["theatres", "people", "roles", "productions", "cast_members"].map((table) => `(SELECT count(*)::int FROM ${table}) AS ${table}`).join(", ")}`,
    [],
  );
}

function isOfShow(field: string): boolean {
  return field === "name" || field === "type";
}
