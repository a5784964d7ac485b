import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { Representation } from "../catalogue/representation.ts";
import { AppError } from "../core/errors.ts";
import { fastestDatabase } from "../../test/databases.ts";
import { exchange } from "../../test/raw-http.ts";
import { samples } from "../../test/samples.ts";
import { useService } from "../../test/service.ts";
import { signedInAccount } from "../../test/signed-in.ts";
import { idParam } from "./declaration.ts";
import { defineOperation, queryReader } from "./define-operation.ts";
import type { Route } from "./route.ts";
import { parseTarget } from "./router.ts";

const tag = { name: "Trials", description: "Only in this test." };
const trial: Route = {
  path: "/trials/{id}",
  isMetered: true,
  operations: {
    POST: defineOperation({
      operationId: "try",
      tag,
      summary: "Try",
      input: {
        params: idParam("trial"),
        query: z.object({
          times: z.coerce.number("must be a number").default(1),
          of: z.array(z.string()).optional(),
        }),
        body: z.strictObject({ name: z.string(), until: z.number().optional() }),
      },
      output: { description: "What came.", schema: z.looseObject({}) },
      bodyAt: (now) =>
        z.strictObject({ name: z.string(), until: z.number().min(now, "must be in the future").optional() }),
      prepare: ({ params: { id } }) => {
        if (id === "none") throw new AppError("not_found", { error: "Trial not found" });
        return id.toUpperCase();
      },
      check: ({ sent }, prepared) =>
        sent["name"] === prepared ? [{ path: "name", message: "is the trial's own" }] : [],
      handle: ({ params, query, body, prepared }) => ({
        body: Representation.json({ ...params, ...query, ...body, prepared }),
      }),
    }),
    DELETE: defineOperation({
      operationId: "end",
      tag,
      summary: "End",
      output: { description: "Nothing.", schema: z.looseObject({}) },
      handle: ({ query, body = "none", prepared = "none" }) => ({
        body: Representation.json({ query, body, prepared }),
      }),
    }),
  },
};

const service = useService(fastestDatabase, { extraRoutes: [trial] });

describe("an operation", () => {
  const issue = (path: string, message: string) => ({ path, message });
  const send = async (path: string, body: object, method = "POST") => {
    const headers = { "Content-Type": "application/json" };
    const answer = await service.get(`/api/trials/${path}`, { method, headers, body: JSON.stringify(body) });
    return [answer.status, await answer.json()] as [number, unknown];
  };

  test("receives what it declares, parsed: an array all values of a repeated parameter, any other field the first", async () => {
    const parsed = { id: "a", times: 3, name: "b", until: 9e15, prepared: "A" };
    expect(await send("a?times=3&unknown=1", { name: "b", until: 9e15 })).toEqual([200, parsed]);
    const repeated = await send("a?times=3&of=x&times=4&of=&of=y", { name: "b" });
    expect(repeated).toMatchObject([200, { times: 3, of: ["", "x", "y"] }]);
    const none = { query: {}, body: "none", prepared: "none" };
    expect(await send("a?times=x", { nonsense: true }, "DELETE")).toEqual([200, none]);
  });

  test("gives a 404 for a missing record, then a 400 for an invalid query, and then one with all issues of the body", async () => {
    expect(await send("none?times=x", { nonsense: true })).toEqual([404, { error: "Trial not found" }]);
    const invalid = await send("a?times=x", { nonsense: true });
    expect(invalid).toMatchObject([400, { issues: [issue("times", "must be a number")] }]);
    const issues = [
      issue("until", "must be in the future"),
      issue("more", "There is no such field."),
      issue("name", "is the trial's own"),
    ];
    expect(await send("a", { name: "A", until: 999, more: 1 })).toMatchObject([400, { issues }]);
  });

  test("with a strict query refuses several values for one field, with one issue for each, and takes them for an array", () => {
    const strict = queryReader(z.strictObject({ day: z.iso.date().optional(), of: z.array(z.string()).optional() }));
    const read = (search: string) => strict(parseTarget(`/api/trials?${search}`));
    const issues = [issue("day", "must be given once"), issue("more", "There is no such parameter.")];

    expect(read("day=2026-11-23&of=x&of=y")).toEqual({ day: "2026-11-23", of: ["x", "y"] });
    expect(() => read("day=soon&day=soon&more=1&more=2")).toThrow(
      expect.objectContaining({ details: expect.objectContaining({ issues }) }),
    );
  });
});

const max = 64 * 1024;
const json = "application/json";
const play = JSON.stringify({ name: "A Play", type: "play" });
const bytes = (...parts: (string | number)[]) =>
  Buffer.concat(parts.map((part) => (typeof part === "string" ? Buffer.from(part) : Buffer.from([part]))));
/** Pads a body with leading white space to `length` bytes. */
const padded = (length: number, body = play) => " ".repeat(length - Buffer.byteLength(body)) + body;
const nested = (levels: number) => `{"name":${"[".repeat(levels)}${"]".repeat(levels)},"type":"play"}`;
const withName = (...parts: (string | number)[]) => bytes('{"name":"', ...parts, '","type":"play"}');
const until = (day: string) => `{"name":"A","type":"play","booking_until":"${day}"}`;
const [noJson, noUtf8] = ["The body is not JSON.", "The body is not UTF-8."];
const [noObject, tooDeep] = ["The body is not a JSON object.", "The body is nested too deeply."];

describe("the body of a write", () => {
  let editor: { id: string; cookie: string };
  /** Whose writes are all refused. */
  let refused: { id: string; cookie: string };
  beforeAll(async () => {
    [editor, refused] = [await signedInAccount(service, "editor"), await signedInAccount(service, "editor")];
  });
  afterAll(async () => {
    const { prisma } = service.infrastructure.database;
    expect(await prisma.activity.count({ where: { account_id: refused.id } })).toBe(0);
  });

  async function send(
    { cookie }: { cookie: string },
    body: string | Buffer,
    given: { method?: string; path?: string; type?: string; more?: Record<string, string> } = {},
  ) {
    const { method = "POST", path = "shows", type = json, more = {} } = given;
    const headers = { cookie, "content-type": type, ...more };
    const sent = typeof body === "string" ? body : new Uint8Array(body);
    const response = await service.get(`/api/${path}`, { method, headers, body: sent });
    const text = await response.text();
    const answer = JSON.parse(text) as { error: string; message: string; issues?: { path: string }[]; name?: string };
    return { status: response.status, text, answer };
  }

  test.each<[what: string, body: string | Buffer, wrong: string | readonly string[] | null]>([
    ["a hundred thousand nested objects", `${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}`, null],
    ["a hundred thousand brackets", "[".repeat(100_000), null],
    ["one byte too many", padded(max + 1), null],
    ["thirty thousand levels, within the limit", nested(30_000), tooDeep],
    ["thirty thousand unclosed levels", `{"name":${"[".repeat(30_000)}`, tooDeep],
    ["sixty thousand closing brackets", `{"name":${"]".repeat(60_000)}`, noJson],
    ["the maximum number of levels, including the body itself", nested(31), ["name"]],
    ["one level too many", nested(32), tooDeep],
    [
      "levels behind a string that ends in a backslash",
      `{"name":"\\\\","type":${"[".repeat(32)}${"]".repeat(32)}}`,
      tooDeep,
    ],
    ["nothing", "", noJson],
    ["null", "null", noObject],
    ["an array of objects", `[${play}]`, noObject],
    ["an object followed by another character", `${play}x`, noJson],
    ["half an object", play.slice(0, -1), noJson],
    ["a string with a raw line feed", '{"name":"A\nPlay","type":"play"}', noJson],
    ["a byte that is invalid in UTF-8", withName(0xff), noUtf8],
    ["an incomplete UTF-8 sequence at the end", bytes(play, 0xc3), noUtf8],
    ["an overlong encoding of a slash", withName(0xc0, 0xaf), noUtf8],
    ["a surrogate encoded in UTF-8", withName(0xed, 0xa0, 0x80), noUtf8],
    ["UTF-16", Buffer.from(`\ufeff${play}`, "utf16le"), noUtf8],
    ["gzip", gzipSync(play), noUtf8],
    ["half a surrogate pair, escaped", '{"name":"A\\ud83c","type":"play"}', ["name"]],
    ["the halves of a surrogate pair in the wrong order", '{"name":"\\udfad\\ud83c","type":"play"}', ["name"]],
    ["a NUL, escaped", '{"name":"A\\u0000","type":"play"}', ["name"]],
    ["half a surrogate pair as a field name", `{"\\ud800":1,${play.slice(1)}`, ["\ud800"]],
    ["fields under __proto__", '{"__proto__":{"name":"A","type":"play"}}', ["__proto__", "name", "type"]],
    [
      "fields under constructor.prototype",
      `{"constructor":{"prototype":{"polluted":1}},${play.slice(1)}`,
      ["constructor"],
    ],
    [
      "names of methods that every object inherits",
      `{"toString":1,"hasOwnProperty":2,"valueOf":3,${play.slice(1)}`,
      ["hasOwnProperty", "toString", "valueOf"],
    ],
    ["a day that does not exist in its month", until("2026-02-30"), ["booking_until"]],
    ["29 February outside a leap year", until("2027-02-29"), ["booking_until"]],
  ])("%s is refused, and what is wrong is named", async (_what, body, wrong) => {
    const { status, answer } = await send(refused, body);

    expect([status, answer.error]).toEqual(wrong === null ? [413, "Content too large"] : [400, "Invalid request"]);
    if (typeof wrong === "string")
      expect(answer).toMatchObject({ message: wrong, issues: [{ path: "", message: wrong }] });
    else if (wrong) expect(answer.issues?.map(({ path }) => path).sort()).toEqual(wrong);
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });

  test("a 400 lists at most a hundred unknown fields, five in its message, after the known fields", async () => {
    const unknown = Object.fromEntries(Array.from({ length: 8_000 }, (_, index) => [index.toString(36), 1]));
    const { status, text, answer } = await send(refused, JSON.stringify({ ...unknown, name: 7, type: "play" }));

    expect([status, answer.issues?.length, answer.issues?.[0]?.path]).toEqual([400, 100, "name"]);
    expect(answer.message).toBe("Invalid fields: name, 0, 1, 2, 3 and 7996 more.");
    expect(text.length).toBeLessThan(16_000);
  });

  test.each([
    ["x".repeat(60_000), `${"x".repeat(30)}…`],
    [`${"x".repeat(29)}𝄞y`, `${"x".repeat(29)}…`],
    ["x".repeat(30), "x".repeat(30)],
  ])("the name of an unknown field is cut off after thirty characters", async (field, path) => {
    const { answer } = await send(refused, JSON.stringify({ name: "A", type: "play", [field]: 1 }));

    expect(answer).toMatchObject({ message: `Invalid fields: ${path}.`, issues: [{ path }] });
  });

  test.each(['"', "\\", '\\"', ""])("brackets inside a string count as no levels, also after %j", async (before) => {
    const name = before + "[".repeat(40);
    const { status, answer } = await send(editor, JSON.stringify({ name, type: "play" }));

    expect([status, answer.name]).toEqual([201, name]);
  });

  test.each<[status: number, type: string]>([
    [201, "Application/JSON"],
    [201, "application/json; charset=utf-8"],
    [201, 'application/json ;charset="UTF-8"'],
    [201, "application/json;"],
    [415, "text/plain"],
    [415, "application/json-patch+json"],
    [415, "application/x-www-form-urlencoded"],
    [415, "multipart/form-data; boundary=x"],
    [415, "text/plain; application/json"],
    [415, "application/json, text/plain"],
    [415, "*/*"],
  ])("gets %i as %s, whatever it is", async (status, type) => {
    if (status === 201) expect((await send(editor, play, { type })).status).toBe(201);
    else for (const body of [play, "{"]) expect((await send(refused, body, { type })).status).toBe(415);
  });

  test("several defects get the first status in the contract's order: 404, 412, 413, 415, 400", async () => {
    const [tooLong, more] = [padded(max + 1, "{"), { "if-match": '"another"' }];
    const [method, path, type] = ["PUT", "shows/hamilton", "text/plain"];
    const answers = [
      await send(refused, tooLong, { method, path: "shows/nothing", type, more }),
      await send(refused, tooLong, { method, path, type, more }),
      await send(refused, tooLong, { method, path, type }),
      await send(refused, "{", { method, path, type }),
      await send(refused, "{", { method, path }),
    ];

    expect(answers.map(({ status }) => status)).toEqual([404, 412, 413, 415, 400]);
  });

  test("every resource refuses the same bodies", async () => {
    for (const path of Object.keys(samples))
      for (const [body, type, status] of [
        [nested(30_000), json, 400],
        [padded(max + 1), json, 413],
        [play, "text/plain", 415],
        [bytes(0xff), json, 400],
      ] as const)
        expect([path, (await send(refused, body, { path, type })).status]).toEqual([path, status]);
  });

  test.each<[what: string, fields: string[], sent: string, status: number]>([
    ["64 KiB with a Content-Length", [`Content-Type: ${json}`, `Content-Length: ${max}`], padded(max), 201],
    ["64 KiB in chunks", [`Content-Type: ${json}`, "Transfer-Encoding: chunked"], chunk(padded(max)), 201],
    ["a byte more in chunks", [`Content-Type: ${json}`, "Transfer-Encoding: chunked"], chunk(padded(max + 1)), 413],
    ["a body without a Content-Type", [`Content-Length: ${play.length}`], play, 415],
    ["half a body", [`Content-Type: ${json}`, `Content-Length: ${play.length}`], play.slice(0, 10), 400],
    ["a body that could be whole", [`Content-Type: ${json}`, `Content-Length: ${play.length + 1}`], play, 400],
    ["a missing last chunk", [`Content-Type: ${json}`, "Transfer-Encoding: chunked"], chunk(play).slice(0, -5), 400],
  ])("%s from a sender who then says nothing more", async (_what, fields, sent, status) => {
    const { cookie } = status === 201 ? editor : refused;
    const head = ["POST /api/shows HTTP/1.1", "Host: localhost", `Cookie: ${cookie}`, ...fields, "", ""].join("\r\n");
    const packets = [head, sent];
    const { answers } = await exchange({ port: service.port, packets, isHalfClosed: true, expected: 2 });

    expect(answers.map((answer) => answer.status)).toEqual([status]);
  });
});

function chunk(text: string): string {
  return `${text.length.toString(16)}\r\n${text}\r\n0\r\n\r\n`;
}
