import { connect } from "node:net";
import { once } from "node:events";
import { gzipSync } from "node:zlib";
import { beforeAll, describe, expect, test } from "vitest";
import { databaseKinds } from "../../test/databases.ts";
import { exchange } from "../../test/raw-http.ts";
import { samples } from "../../test/samples.ts";
import { startService, useService, type TestService } from "../../test/service.ts";
import { signedIn } from "../../test/signed-in.ts";

const highLimits = { PUBLIC_DAILY_LIMIT: "1000000", ACCOUNT_DAILY_LIMIT: "1000000" };
const max = 64 * 1024;
const json = "application/json";
const play = JSON.stringify({ name: "A Play", type: "play" });
const bytes = (...parts: (string | number)[]) =>
  Buffer.concat(parts.map((part) => (typeof part === "string" ? Buffer.from(part) : Buffer.from([part]))));
/** Pads a body with leading white space to `length` bytes. */
const padded = (length: number, body = play) => " ".repeat(length - Buffer.byteLength(body)) + body;
const nested = (levels: number) => `{"name":${"[".repeat(levels)}${"]".repeat(levels)},"type":"play"}`;

const broken: Record<string, [body: string | Buffer, status: number, wrong?: string[]]> = {
  "a hundred thousand nested objects": [`${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}`, 413],
  "a hundred thousand brackets": ["[".repeat(100_000), 413],
  "thirty thousand levels, within the limit": [nested(30_000), 400],
  "thirty thousand unclosed levels": [`{"name":${"[".repeat(30_000)}`, 400],
  "sixty thousand closing brackets": [`{"name":${"]".repeat(60_000)}`, 400],
  "a nested value in place of a string": [nested(5), 400, ["name"]],
  "the maximum number of levels, including the body itself": [nested(31), 400, ["name"]],
  "one level too many": [nested(32), 400, [""]],
  "one byte too many": [padded(max + 1), 413],

  nothing: ["", 400],
  "white space": [" \r\n\t", 400],
  null: ["null", 400],
  "a number": ["1", 400],
  "a text": ['"{}"', 400],
  "an array of objects": [`[${play}]`, 400],
  "two objects": [play + play, 400],
  "an object followed by another character": [`${play}x`, 400],
  "half an object": [play.slice(0, -1), 400],
  "a comment": [`/**/${play}`, 400],
  "single quotes": [play.replaceAll('"', "'"), 400],
  "a trailing comma": [play.replace("}", ",}"), 400],
  "a number that JSON does not have": ['{"name":NaN,"type":"play"}', 400],
  "a string with a raw line feed": ['{"name":"A\nPlay","type":"play"}', 400],
  "half an escape": ['{"name":"\\u12","type":"play"}', 400],

  "a byte that is invalid in UTF-8": [bytes('{"name":"', 0xff, '","type":"play"}'), 400],
  "an incomplete UTF-8 sequence": [bytes('{"name":"', 0xc3, '","type":"play"}'), 400],
  "an incomplete UTF-8 sequence at the end": [bytes(play, 0xc3), 400],
  "an overlong encoding of a slash": [bytes('{"name":"', 0xc0, 0xaf, '","type":"play"}'), 400],
  "a surrogate encoded in UTF-8": [bytes('{"name":"', 0xed, 0xa0, 0x80, '","type":"play"}'), 400],
  "UTF-16": [Buffer.from(`\ufeff${play}`, "utf16le"), 400],
  gzip: [gzipSync(play), 400],
  "half a surrogate pair, escaped": ['{"name":"A\\ud83c","type":"play"}', 400, ["name"]],
  "the halves of a surrogate pair in the wrong order": ['{"name":"\\udfad\\ud83c","type":"play"}', 400, ["name"]],
  "a NUL, escaped": ['{"name":"A\\u0000","type":"play"}', 400, ["name"]],
  "half a surrogate pair as a field name": [`{"\\ud800":1,${play.slice(1)}`, 400, ["\ud800"]],

  "fields under __proto__": ['{"__proto__":{"name":"A","type":"play"}}', 400, ["__proto__", "name", "type"]],
  "fields under constructor.prototype": [
    `{"constructor":{"prototype":{"polluted":1}},${play.slice(1)}`,
    400,
    ["constructor"],
  ],
  "names of methods that every object inherits": [
    `{"toString":1,"hasOwnProperty":2,"valueOf":3,${play.slice(1)}`,
    400,
    ["hasOwnProperty", "toString", "valueOf"],
  ],

  "a day that does not exist in its month": [
    '{"name":"A","type":"play","booking_until":"2026-02-30"}',
    400,
    ["booking_until"],
  ],
  "29 February outside a leap year": [
    '{"name":"A","type":"play","booking_until":"2027-02-29"}',
    400,
    ["booking_until"],
  ],
};

describe.each(databaseKinds)("the body of a write (%s)", (databaseKind) => {
  let cookie: string;

  const service = useService(databaseKind, { settings: highLimits });
  beforeAll(async () => {
    cookie = await signedIn(service, "editor");
  });

  const send = (method: string, path: string, body: string | Buffer, type = json, more: Record<string, string> = {}) =>
    service.get(`/api/${path}`, {
      method,
      headers: { cookie, "content-type": type, ...more },
      body: typeof body === "string" ? body : new Uint8Array(body),
    });
  const written = () => writtenIn(service);

  test.each(Object.entries(broken))("%s is refused, and nothing is written", async (_name, [body, status, wrong]) => {
    const before = await written();

    for (const [method, path] of [
      ["POST", "shows"],
      ["PUT", "shows/hamilton"],
    ] as const) {
      const response = await send(method, path, body);
      const answer = (await response.json()) as { error: string; issues?: { path: string }[] };
      expect([method, response.status]).toEqual([method, status]);
      expect(answer.error).toBe(status === 413 ? "Content too large" : "Invalid request");
      // PATCH requires no field.
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
  ])("the 400 for %j names the defect of the body as a whole", async (body, message) => {
    const response = await send("POST", "shows", body);

    expect(await response.json()).toMatchObject({ message, issues: [{ path: "", message }] });
  });

  test("a 400 lists at most a hundred unknown fields, five in its message, after the known fields", async () => {
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
  ])("the name of an unknown field is cut off after thirty characters", async (field, path) => {
    const response = await send("POST", "shows", JSON.stringify({ name: "A", type: "play", [field]: 1 }));

    expect(await response.json()).toMatchObject({ message: `Invalid fields: ${path}.`, issues: [{ path }] });
  });

  test.each(['"', "\\", '\\"', ""])(
    "brackets inside a string do not count as levels, also after %j",
    async (before) => {
      const name = before + "[".repeat(40);
      const response = await send("POST", "shows", JSON.stringify({ name, type: "play" }));
      expect([response.status, await response.json()]).toMatchObject([201, { name }]);
    },
  );

  test("brackets after a string that ends in a backslash count as levels", async () => {
    const response = await send("POST", "shows", `{"name":"\\\\","type":${"[".repeat(32)}${"]".repeat(32)}}`);
    expect(await response.json()).toMatchObject({ message: "The body is nested too deeply." });
  });

  test("64 KiB are accepted, with and without a Content-Length", async () => {
    const announced = await send("POST", "shows", padded(max));
    const { answers } = await exchange({
      port: service.port,
      packets: [head(cookie, "Transfer-Encoding: chunked"), `10000\r\n${padded(max)}\r\n0\r\n\r\n`],
    });

    expect([announced.status, answers[0]?.status]).toEqual([201, 201]);
  });

  test("one byte more is refused, also without a Content-Length", async () => {
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
  ])("%s is accepted as JSON", async (type) => {
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
  ])("%s gets a 415 for any body, and nothing is written", async (type) => {
    const before = await written();

    for (const body of [play, "{", bytes(0xff)]) expect((await send("POST", "shows", body, type)).status).toBe(415);
    expect(await written()).toEqual(before);
  });

  test("a body without a Content-Type gets a 415", async () => {
    const { answers } = await exchange({
      port: service.port,
      packets: [post(cookie, [`Content-Length: ${play.length}`]), play],
    });

    expect(answers.map(({ status }) => status)).toEqual([415]);
  });

  test("a request with several defects gets the first status in the contract's order: 404, 412, 413, 415, 400", async () => {
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

  test("every resource refuses the same bodies", async () => {
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

  test("a body whose sender closes half-way gets a 400, and nothing is written", async () => {
    const before = await written();

    for (const [name, packets] of unfinished(cookie)) {
      const { answers } = await exchange({ port: service.port, packets, isHalfClosed: true, expected: 2 });
      expect([name, answers.map(({ status }) => status)]).toEqual([name, [400]]);
    }
    expect(await written()).toEqual(before);
  });

  test("a body whose sender disconnects half-way writes nothing", async () => {
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

  test("a body that stalls half-way gets a 408 after the timeout, and nothing is written", async () => {
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

/** Incomplete bodies, some of which would parse as an object. */
function unfinished(cookie: string): [string, string[]][] {
  return [
    ["half a body", [head(cookie, `Content-Length: ${play.length}`), play.slice(0, 10)]],
    ["a body that could be whole", [head(cookie, `Content-Length: ${play.length + 1}`), play]],
    [
      "a missing last chunk",
      [head(cookie, "Transfer-Encoding: chunked"), `${play.length.toString(16)}\r\n${play}\r\n`],
    ],
  ];
}

/** A summary of all stored records and of the activity log. */
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
