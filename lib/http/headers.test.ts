import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterEach, describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { serviceOrigin } from "../../app/service-origin.ts";
import { passwordLink } from "../accounts/schema.browser.ts";
import { Representation } from "../catalogue/representation.ts";
import { endOfDaySeconds, utcDay } from "../core/clock.ts";
import { log } from "../core/log.ts";
import { openapiDocument } from "../docs/openapi/document.ts";
import { referenceOf } from "../docs/reference/reference.ts";
import { routes } from "../routes.ts";
import { resources } from "../resources/resources.ts";
import { fastestDatabase } from "../../test/databases.ts";
import { developer } from "../../test/developer.ts";
import { behindProxy, freshAddress } from "../../test/quota-helpers.ts";
import { exchange, type RawResponse } from "../../test/raw-http.ts";
import { useService } from "../../test/service.ts";
import { defineOperation } from "./define-operation.ts";
import { notReadyResponse } from "./handlers.ts";
import { createRequest, requestId } from "./request.ts";
import { createRouter } from "./router.ts";
import { isStrictRoute } from "./respond.ts";
import type { Operation, Route } from "./route.ts";

const now = Date.parse("2026-11-23T12:00:00.500Z");
const untilMidnight = endOfDaySeconds(utcDay(now)) - Math.floor(now / 1000);
const limit = 6;
const same = Representation.json({ answer: 42 });
const made = { times: 0 };

const deprecated: Route = {
  path: "/old-answer",
  isMetered: true,
  operations: {
    GET: defineOperation({
      operationId: "getOldAnswer",
      tag: { name: "Service", description: "Answers." },
      summary: "Get the old answer",
      description: "It is always the same.",
      deprecation: { since: "2027-01-01", sunset: "2027-07-15", instead: "Use `GET /api/answer`." },
      isConditional: true,
      input: { query: z.strictObject({}) },
      output: { description: "The answer.", schema: z.strictObject({ answer: z.int() }) },
      handle: () => {
        made.times += 1;
        return { body: same, isConditional: true };
      },
    }),
  },
};
const answering = (path: string, handle: Operation["handle"]): Route => ({
  path,
  isMetered: true,
  operations: { GET: { handle } },
});
const broken = answering("/broken", () => {
  throw new TypeError("SELECT hunter2 FROM /somewhere", { cause: "the depths" });
});
const splitting = answering("/splitting", () => ({ body: null, headers: { Allow: "GET\r\nSet-Cookie: a=b" } }));

const service = useService(fastestDatabase, {
  settings: { ...behindProxy, PUBLIC_DAILY_LIMIT: String(limit) },
  now: () => now,
  extraRoutes: [deprecated, broken, splitting],
});
afterEach(() => vi.restoreAllMocks());

type Fields = Readonly<Record<string, string>>;

/** The bytes of one answer, which `fetch` would decompress. @param sent with an address of its own, if it names none. */
async function ask(method: string, path: string, sent: Fields = {}): Promise<RawResponse & { told: Fields }> {
  const fields = { Host: "localhost", "X-Forwarded-For": freshAddress(), ...sent };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}`);
  const packets = [`${method} ${path} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n`];
  const [answer] = (await exchange({ port: service.port, packets, methods: [method] })).answers;
  return answer ? { ...answer, told: Object.fromEntries(answer.headers) } : expect.fail("No answer came.");
}
const jsonOf = ({ body }: RawResponse): unknown => JSON.parse(body.toString());
/** How many requests are counted for a new client. */
async function costOf(asking: (client: Fields) => Promise<unknown>): Promise<number> {
  const client = { "X-Forwarded-For": freshAddress() };
  await asking(client);
  return limit - Number((await ask("GET", "/api/quota", client)).told["x-ratelimit-remaining"]);
}

const origin = { Origin: "https://elsewhere.example" };
const preflight = { ...origin, "Access-Control-Request-Method": "GET" };
const badKey = { Authorization: "Bearer wrong" };
const exposed = "X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, ETag, Retry-After, X-Request-Id, Link";
const license = `<https://creativecommons.org/licenses/by/4.0/>; rel="license"`;
const details = "/api/shows/hamilton/details";
const deprecationLink = '</docs/changelog>; rel="deprecation"; type="text/html"';

describe("every answer has a request id, its CORS headers, no sniffing, and an error the link to its help:", () => {
  test.each<[what: string, method: string, path: string, sent: Fields, status: number, told?: object, error?: object]>([
    ["a list, with its licence", "GET", "/api/shows", {}, 200, { link: license }],
    ["HEAD of a list", "HEAD", "/api/shows", {}, 200, { link: license }],
    ["an unchanged list", "GET", "/api/shows", { "If-None-Match": "*" }, 304, { link: license }],
    ["a record", "GET", "/api/shows/hamilton", {}, 200, { link: undefined }],
    ["the quota", "GET", "/api/quota", {}, 200, { link: undefined }],
    ["the health", "GET", "/api/health", {}, 200, { link: undefined, "x-ratelimit-limit": undefined }],
    ["plain OPTIONS", "OPTIONS", "/api/shows", {}, 204, { allow: expect.stringMatching(/^GET, HEAD, .*OPTIONS$/) }],
    ["details", "GET", details, {}, 200],
    ["HEAD of sources", "HEAD", "/api/shows/hamilton/sources", {}, 200],
    ["OPTIONS of sources", "OPTIONS", "/api/shows/hamilton/sources", {}, 204],
    ["a preflight of details", "OPTIONS", details, preflight, 204],
    ["unchanged details", "GET", details, { "If-None-Match": "*" }, 304],
    ["a strict path's unknown parameter", "GET", `${details}?surprise=1`, {}, 400],
    ["a strict path's unknown record", "GET", "/api/shows/nothing/details", {}, 404],
    ["a strict path's refused key", "GET", details, badKey, 401],
    ["a strict path's missing method", "GET", "/api/shows/hamilton/merge", {}, 405],
    ["a strict path's write", "POST", "/api/people/hamilton/merge", {}, 401],
    ["a broken path", "GET", "/api/shows/%E0%A4%A", {}, 400, {}, { error: "Bad request" }],
    ["an unknown parameter of a strict query", "GET", "/api/on?surprise=1", {}, 400],
    ["an unknown record", "GET", "/api/shows/nothing", {}, 404, {}, { error: "Show not found" }],
    ["another", "GET", "/api/cast-members/nothing", {}, 404, {}, { error: "Cast member not found" }],
    ["an unknown path", "GET", "/api/nothing", {}, 404, {}, { error: "Not found" }],
    ["a misspelling", "GET", "/api/show/a", {}, 404, {}, { error: "Not found", message: "Did you mean /api/shows/a?" }],
    ["a misspelt path of staff", "GET", "/api/activitys", {}, 404, {}, { error: "Not found" }],
    ["a refused key", "GET", "/api/shows", badKey, 401, {}, { error: "Invalid API key", message: expect.any(String) }],
    ["a write without a session", "POST", "/api/shows", {}, 401],
    ["PUT, which lists lack", "PUT", "/api/shows", {}, 405],
    ["PATCH, which all lack", "PATCH", "/api/shows", {}, 405],
    ["DELETE without a session", "DELETE", "/api/shows/hamilton", {}, 401],
  ])("%s", async (_what, method, path, sent, status, told = {}, error = undefined) => {
    const answer = await ask(method, path, { ...origin, ...sent });
    const isRead = /^(GET|HEAD|OPTIONS)$/.test(method);
    const isStrict = /\/(details|sources|merge|on)(\?|$)/.test(path);
    const expose = isStrict ? `${exposed}, X-Total-Count, RateLimit-Policy, RateLimit, Activity-Id` : exposed;

    expect(answer.status).toBe(status);
    expect(answer.told["x-request-id"]).toMatch(/^[\w.-]{8,128}$/);
    expect(answer.told).toMatchObject({
      "x-content-type-options": "nosniff",
      ...(status < 400
        ? {}
        : {
            link: `</docs/guides/errors#status-${status}>; rel="help"`,
            "cache-control": "no-store",
            ...(method === "HEAD" ? {} : { "content-type": "application/json; charset=utf-8" }),
          }),
    });
    for (const [name, value] of Object.entries(told)) expect([name, answer.told[name]]).toEqual([name, value]);
    expect(answer.told["access-control-allow-origin"]).toBe(isRead ? "*" : undefined);
    if (answer.told["access-control-expose-headers"] !== undefined)
      expect([isRead, answer.told["access-control-expose-headers"]]).toEqual([true, expose]);
    else expect(!isRead || sent === preflight).toBe(true);
    expect(answer.told["access-control-allow-credentials"]).toBeUndefined();
    expect([answer.told["ratelimit-policy"], answer.told["ratelimit"]]).toEqual(
      isStrict
        ? [`"daily";q=${limit};w=86400`, `"daily";r=${answer.told["x-ratelimit-remaining"]};t=${untilMidnight}`]
        : [undefined, undefined],
    );
    if (error) expect(jsonOf(answer)).toEqual(error);
  });

  test("the 429 of a client that has used up its day", async () => {
    const client = { "X-Forwarded-For": freshAddress() };
    for (let sent = 0; sent < limit; sent += 1) await ask("GET", "/api/shows", client);

    for (const path of ["/api/shows", "/api/shows", "/api/nothing"]) {
      const { status, told } = await ask("GET", path, client);
      expect([status, told["link"]]).toEqual([429, '</docs/guides/errors#status-429>; rel="help"']);
    }
  });

  test("the 503 of a process that can't open its database", async () => {
    const answer = (target: string) =>
      notReadyResponse(
        createRequest({ method: "GET", target, header: () => undefined }, createRouter(routes)),
        new Error("no database"),
      );
    const [strict, other] = [await answer(details), await answer("/api/shows")];

    expect([strict.status, other.status]).toEqual([503, 503]);
    expect(other.headers["Link"]).toBe('</docs/guides/errors#status-503>; rel="help"');
    expect(Object.keys(strict.headers)).toEqual(expect.arrayContaining(["RateLimit-Policy", "RateLimit"]));
    expect(Object.keys(other.headers)).not.toContain("RateLimit");
  });
});

const pathOf = ({ path }: Route) => `/api${path.replaceAll(/\{\w+\}/g, "hamilton")}`;

test("lists of every resource name the licence; only paths that refuse unknown parameters say the quota in the standard's words", async () => {
  const isList = ({ path }: Route) => resources.some((resource) => path === `/${resource.path}`);
  for (const route of routes) {
    const { told } = await ask("GET", pathOf(route), origin);
    expect([route.path, "ratelimit" in told]).toEqual([route.path, isStrictRoute(route)]);
    if (isList(route)) expect([route.path, told["link"]]).toEqual([route.path, license]);
  }
});

test("no path of an account or of keys sends CORS headers, neither for reads nor for preflights", async () => {
  for (const route of routes.filter(({ path }) => /^\/(keys|account)(\/|$)/.test(path)))
    for (const method of ["GET", "HEAD", "OPTIONS", "DELETE", "preflight"]) {
      const sent = method === "preflight" ? preflight : origin;
      const { told } = await ask(method === "preflight" ? "OPTIONS" : method, pathOf(route), sent);
      expect([route.path, method, told["access-control-allow-origin"]]).toEqual([route.path, method, undefined]);
    }
});

test.each(["/api/shows", "/api/shows/hamilton", "/api/quota", "/api/nothing", "/api/health"])(
  "a preflight of %s gets a 204 that browsers cache for a day, allows reads only, and is not counted",
  async (path) => {
    const cost = await costOf(async (client) => {
      for (const method of ["GET", "POST", "DELETE"]) {
        const answer = await ask("OPTIONS", path, {
          ...preflight,
          "Access-Control-Request-Method": method,
          ...client,
        });
        expect([answer.status, answer.body.length]).toEqual([204, 0]);
        expect(answer.told).toMatchObject({
          "access-control-allow-origin": "*",
          "access-control-allow-methods": "GET, HEAD, OPTIONS",
          "access-control-allow-headers": "Authorization, If-None-Match, Content-Type",
          "access-control-max-age": "86400",
        });
      }
    });
    expect(cost).toBe(0);
  },
);

const many = Array.from({ length: 30 }, (_, index) => `${index}${"x".repeat(100)}`);
const cut = many.map((name) => name.slice(0, 64));
const wide = Array.from({ length: 10 }, (_, index) => encodeURIComponent(index + "戏".repeat(64)));

test.each<[what: string, path: string, told: string | undefined]>([
  ["each by its name", "/api/shows?typ=musical&q=%F0%9F%8E%AD&%C3%A9%0A=1", "typ, q, %C3%A9%0A"],
  ["but one without a name", "/api/shows?typ=musical&=true", "typ"],
  ["no name, no header", "/api/shows?=true", undefined],
  ["not those that it knows", "/api/productions?show_id=a&show_id=b&theatre_id=palace", undefined],
  ["no query", "/api/quota?", undefined],
  ["at most ten, each cut after 64 characters", `/api/shows/cats?${many.join("&")}`, cut.slice(0, 10).join(", ")],
  ["cut after a whole name, below 1 kB", `/api/shows?${wide.join("&")}`, encodeURIComponent(0 + "戏".repeat(63))],
])("parameters that a list does not know are named, and ignored: %s", async (_what, path, expected) => {
  const [answer, plain] = [await ask("GET", path, origin), await ask("GET", path.replace(/\?.*/, ""))];

  expect([answer.status, answer.told["x-ignored-parameters"]]).toEqual([200, expected]);
  if (expected === undefined) return expect(answer.told["access-control-expose-headers"]).toBe(exposed);
  expect(answer.told["access-control-expose-headers"]).toBe(`${exposed}, X-Ignored-Parameters`);
  expect([answer.told["etag"], answer.body]).toEqual([plain.told["etag"], plain.body]);
});

describe("a deprecated operation", () => {
  test("says so in every answer: since when, until when and where it is explained; no other does", async () => {
    const client = { "X-Forwarded-For": freshAddress(), ...origin };
    const tag = { "If-None-Match": same.etag("identity") };
    const asked = [
      await ask("GET", "/api/old-answer", client),
      await ask("GET", "/api/old-answer", { ...client, ...tag }),
    ];
    asked.push(await ask("GET", "/api/old-answer?surprise=1", client), await ask("GET", "/api/shows", client));
    for (let sent = 3; sent < limit; sent += 1) await ask("GET", "/api/shows", client);
    asked.push(await ask("GET", "/api/old-answer", client));

    const noticeWith = (...links: string[]) => ({
      deprecation: "@1798761600",
      sunset: "Thu, 15 Jul 2027 00:00:00 GMT",
      link: [...links, deprecationLink].join(", "),
    });
    const help = (status: number) => `</docs/guides/errors#status-${status}>; rel="help"`;
    expect(
      asked.map(({ status, told: { deprecation, sunset, link } }) => [status, { deprecation, sunset, link }]),
    ).toEqual([
      [200, noticeWith()],
      [304, noticeWith()],
      [400, noticeWith(help(400))],
      [200, { deprecation: undefined, sunset: undefined, link: license }],
      [429, noticeWith(help(429))],
    ]);
    expect(asked[0]?.told["access-control-expose-headers"]).toMatch(/, Link, .*Deprecation, Sunset$/);
  });

  test("is marked in the OpenAPI document and the reference, which say what to use instead", async () => {
    const document = openapiDocument([deprecated], service.infrastructure.settings, []);
    const { groups } = referenceOf(JSON.stringify(document));

    const description = expect.stringMatching(
      /^Deprecated since 2027-01-01; it may be gone from 2027-07-15 on, .* Use `GET \/api\/answer`\. It is always the same\.$/,
    ) as string;
    expect(document.paths["/old-answer"]?.["get"]).toMatchObject({ deprecated: true, description });
    expect(groups.flatMap(({ operations }) => operations)).toMatchObject([{ isDeprecated: true, description }]);
  });
});

test.each([
  ["changed", '"other"', 200, 1],
  ["unchanged", same.etag("identity"), 304, 0],
])(
  "a conditional GET of %s content runs its handler once; %s is %i and counts as %i",
  async (_what, tag, status, cost) => {
    made.times = 0;
    const counted = await costOf(async (client) => {
      expect((await ask("GET", "/api/old-answer", { "If-None-Match": tag, ...client })).status).toBe(status);
    });

    expect([made.times, counted]).toEqual([1, cost]);
  },
);

describe("a body of a kibibyte or more", () => {
  test.each([
    ["br", brotliDecompressSync],
    ["gzip", gunzipSync],
  ])("is served in %s, which decodes to the same bytes", async (coding, decode) => {
    const plain = await ask("GET", "/api/cast-members");
    const coded = await ask("GET", "/api/cast-members", { "Accept-Encoding": coding });

    expect(coded.told).toMatchObject({ "content-encoding": coding, vary: "Accept-Encoding, Authorization, Cookie" });
    expect(decode(coded.body).equals(plain.body)).toBe(true);
    expect(coded.body.length).toBeLessThan(plain.body.length / 4);
  });

  test("has a different entity tag in each coding, and any of the tags gets a 304 in any coding", async () => {
    const codings = ["identity", "br", "gzip"];
    const shows = (coding: string, sent: Fields = {}) =>
      ask("GET", "/api/shows", { "Accept-Encoding": coding, ...sent });
    const tags = await Promise.all(
      codings.map(async (coding) => (await shows(coding)).told["etag"] ?? expect.fail("It has no tag.")),
    );

    expect(new Set(tags).size).toBe(3);
    for (const tag of tags)
      for (const [index, coding] of codings.entries()) {
        const { status, body, told } = await shows(coding, { "If-None-Match": tag });
        expect([status, body.length, told["content-encoding"], told["etag"]]).toEqual([304, 0, undefined, tags[index]]);
      }
  });

  test.each([
    ["/api/shows", "br;q=0, gzip;q=0", "a client that accepts no other coding"],
    ["/api/quota", "br, gzip", "a small body"],
  ])("is sent uncompressed: %s with %s (%s)", async (path, coding) => {
    expect((await ask("GET", path, { "Accept-Encoding": coding })).told["content-encoding"]).toBeUndefined();
  });
});

describe("a defect in a handler", () => {
  test("causes a 500 without its cause, is logged with the request id, and affects no other request", async () => {
    const logged = vi.spyOn(log, "error").mockImplementation(() => undefined);
    const named = { "X-Request-Id": "trace-me-01" };
    const [failed, served] = await Promise.all([ask("GET", "/api/broken", named), ask("GET", "/api/shows")]);

    expect([failed.status, served.status]).toEqual([500, 200]);
    expect(jsonOf(failed)).toEqual({
      error: "Internal server error",
      message: expect.stringContaining("request_id") as unknown,
      request_id: "trace-me-01",
    });
    expect(failed.told).toMatchObject({ "x-request-id": "trace-me-01", "x-ratelimit-limit": String(limit) });
    expect(`${failed.body.toString()}${JSON.stringify(failed.told)}`).not.toMatch(
      /hunter2|somewhere|depths|SELECT|TypeError|\.ts/,
    );
    const err = expect.objectContaining({ message: "SELECT hunter2 FROM /somewhere" }) as unknown;
    expect(logged.mock.calls).toEqual([
      [expect.objectContaining({ request_id: "trace-me-01", err }), expect.any(String)],
    ]);
  });

  test("that puts a line break into a header sends nothing at all", async () => {
    const logged = vi.spyOn(log, "error").mockImplementation(() => undefined);

    await expect(service.get("/api/splitting")).rejects.toThrow("fetch failed");
    expect(logged.mock.calls).toHaveLength(1);
    expect((await ask("GET", "/api/shows")).status).toBe(200);
  });
});

test("a Host that a client has chosen is in no link: of the updates, of an invitation, of a reset, of pages", async () => {
  const host = { Host: "evil.example" };
  const admin = await developer(service, "admin");
  const invitation = { email: `${crypto.randomUUID()}@example.com`, role: "editor" };
  const { next } = jsonOf(await ask("GET", "/api/updates?limit=1", host)) as { next: string };
  const made = async (path: string, sent?: object) => {
    const body = JSON.stringify(sent ?? {});
    const fields = [`Host: evil.example`, `Cookie: ${admin.cookie}`, "Content-Type: application/json"];
    const head = `POST /api/accounts/${path} HTTP/1.1\r\n${fields.join("\r\n")}\r\nContent-Length: ${body.length}`;
    const { answers } = await exchange({ port: service.port, packets: [`${head}\r\n\r\n${body}`] });
    return passwordLink.parse(JSON.parse(String(answers[0]?.body))).link;
  };

  const { id } = await developer(service);
  const onPages = serviceOrigin(new Headers({ host: host.Host }), service.infrastructure.settings);
  const links = [next, await made("invitations", invitation), await made(`${id}/reset`), onPages];
  expect(links.map((link) => new URL(link).origin)).toEqual(links.map(() => "http://localhost:3000"));
});

test("a request id of 8 to 128 letters, digits and signs is kept, and any other replaced by a new one", () => {
  for (const given of ["12345678", "Root_1.2-3", "a".repeat(128), "0af7651916cd43dd8448eb211c80319c"])
    expect(requestId(given)).toBe(given);
  const others = ["", "1234567", "a".repeat(129), "<script>", "with space", "line\nbreak\nbreak", "12345678\n"];
  for (const given of [undefined, ...others, "ünïcödé-id", "a,b,c,d,e,f"]) {
    const made = requestId(given);
    expect(made).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    expect(requestId(given)).not.toBe(made);
  }
});
