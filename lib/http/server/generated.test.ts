import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { processSingleton } from "../../core/process-singleton.ts";
import { nextCatchAll } from "../handlers.ts";
import { createRouter } from "../router.ts";
import type { Infrastructure } from "../../infrastructure.ts";
import { routes } from "../../routes.ts";
import { createResponseChecker, servedDocument, type ResponseChecker } from "../../../test/document-answers.ts";
import { developer } from "../../../test/developer.ts";
import { fastestDatabase } from "../../../test/databases.ts";
import { isFullRun } from "../../../test/fixture.ts";
import {
  arbitraryRequests,
  serializeRequest,
  type GeneratedRequest,
  type KnownIds,
  timeoutMilliseconds,
  runOptions,
} from "../../../test/generated-requests.ts";
import { rawRequest } from "../../../test/hostile-requests.ts";
import { exchange, type RawResponse } from "../../../test/raw-http.ts";
import { useService, type TestService } from "../../../test/service.ts";
import { parseSimpleGet } from "./fast-path/http-head.ts";

/** Where `lib/http/shared-infrastructure.ts` keeps the infrastructure of this process. */
const shared = processSingleton<{ opened?: Promise<Infrastructure> }>("infrastructure", () => ({}));
const router = createRouter(routes);
const next = nextCatchAll(routes);

/** Of its own, because the requests write what they like. */
const limits = ["PUBLIC", "KEY", "ACCOUNT"].map((caller) => [`${caller}_DAILY_LIMIT`, "100000000"]);
const settings = Object.fromEntries(limits) as Record<string, string>;
const service = useService(fastestDatabase, { settings, isOwn: true });
beforeAll(() => void (shared.opened = Promise.resolve(service.infrastructure)));
afterAll(() => void delete shared.opened);

/** A request that moves its connection from the fast path to Node's parser. */
const notPlain = rawRequest("HEAD /api/health");
/** Paths whose responses contain the remaining quota or the time. */
const changing = /^\/api\/+(quota|health|metrics)/;
const simple: GeneratedRequest = { place: null, method: "GET", target: "/api/shows/hamilton", headers: [], body: null };

/** Strict parameters: one is given twice, once without a value. */
const strict = { ...simple, place: "get /crew-members", target: "/api/crew-members?person_id=true&person_id=" };

const mostly = <Value>(usual: Value, ...others: Value[]) =>
  fc.oneof({ weight: 6, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: fc.constantFrom(...others) });

const method = mostly("GET", "HEAD", "OPTIONS", "POST", "get", "G", "");
const target = mostly(
  "/api/shows/hamilton",
  ...["/api/shows?type=play", "/api/productions?theatre_id=palace&show_id=&theatre_id=a%20b", "/api//shows", "*"],
  ..."/api/%73hows /api/%zz /api/../api/health /api/shows/\xe9 /api/shows#x /api /api/ /api/auth".split(" "),
  "http://localhost/api/health",
);
const version = mostly("HTTP/1.1", "HTTP/1.0", "HTTP/1.2", "HTTP/2.0", "http/1.1", "HTTP/1.1 ");
const lineEnd = mostly("\r\n", "\n", "\r", " \r\n");
const hosts = mostly(["Host: localhost"], [], ["host:localhost"], ["Host: a", "Host: b"], ["Host:"], ["Host : a"]);
const field = fc.constantFrom(
  ...(
    "Accept: */*|accept-encoding: gzip, br|Accept-Encoding:br;q=0|ACCEPT-ENCODING:   \t gzip \t |" +
    "Authorization: Bearer nonsense|Authorization: Basic eDp5|Connection: keep-alive|Connection: Keep-Alive|" +
    "Connection: close|Connection: keep-alive, close|Connection: upgrade|Content-Length: 0|Content-Length: +0|" +
    'Cookie: a=b|Cookie: c|Expect: 100-continue|Expect: nothing|If-None-Match: *|If-None-Match: "x"|' +
    "If-Modified-Since: Tue, 01 Jan 2030 00:00:00 GMT|Keep-Alive: timeout=1|Origin: https://elsewhere.example|" +
    "Range: bytes=0-1|TE: trailers|Trailer: X|Transfer-Encoding: identity|Transfer-Encoding: chunked|" +
    "Upgrade: h2c|X-Empty:|X-Request-Id: given-by-the-test|X-Bytes: \xc3\xa9|X-Control: \x01|X-Delete: \x7f|" +
    "X-Folded: a\r\n b|X-Forwarded-For: 192.0.2.1|X-Line: a\rb|X Space: a|\tX-Tab: a|No colon|: no name|" +
    "__proto__: a"
  ).split("|"),
);
const behind = mostly("", "", "\r\n", "x", "GET /api/health HTTP/1.1\r\nHost: localhost\r\n\r\n");

const oddRequest = fc
  .record({ method, target, version, lineEnd, hosts, fields: fc.array(field, { maxLength: 3 }), behind })
  .map((given) => ({
    method: given.method,
    text: [`${given.method} ${given.target} ${given.version}`, ...given.hosts, ...given.fields, "", ""]
      .join(given.lineEnd)
      .concat(given.behind),
  }));

test(
  "a request made from the document gets a complete response that matches it, never 500, and the same from both parsers and Next's handlers",
  async () => {
    const document = servedDocument.parse(await (await service.get("/api/openapi.json")).json());
    const [judge, known] = [createResponseChecker(document), await knownTo(service)];
    const statuses = new Set<number>();
    const used = { fastPath: 0, nodeHttp: 0, malformed: 0 };

    await fc.assert(
      fc.asyncProperty(arbitraryRequests(document, known), async (request) => {
        const packets = [serializeRequest(request)];
        const { answers, rest } = await exchange({ port: service.port, packets, methods: [request.method] });
        const answer = answers[0] ?? expect.fail("The connection ended before an answer.");
        expect([answers.length, rest.length]).toEqual([1, 0]);
        statuses.add(answer.status);
        expect(wrongIn(answer, request, judge)).toEqual([]);

        const read = asRead(request);
        if (router(read.target).owner === "pages" || changing.test(read.target)) return;
        const bytes = serializeRequest(read);
        const byNext = await throughNext(read);
        if (read.method === "BREW") {
          expect(await overSocket([bytes], ["BREW"])).toEqual(byNext);
          used.malformed += 1;
          return;
        }
        expect(await overSocket([notPlain, bytes], ["HEAD", read.method])).toEqual(byNext);
        used.nodeHttp += 1;
        if (!parseSimpleGet(bytes.toString("latin1"))) return;
        expect(await overSocket([bytes], [read.method])).toEqual(byNext);
        used.fastPath += 1;
      }),
      { ...runOptions(120, 4), examples: [[simple], [{ ...simple, method: "BREW" }], [strict]] },
    );

    expect([...statuses]).toEqual(expect.arrayContaining([200, 400, 404]));
    for (const [name, times] of Object.entries(used)) expect(times, name).toBeGreaterThan(4);
  },
  timeoutMilliseconds,
);

test.each([
  ["spaces", "  ", 200],
  ["tabs", "\t", 200],
  ["a no-break space", "\u00a0", 401],
  ["a next line (U+0085)", "\u0085", 401],
])("around a key %s are ignored or belong to it on every path: %j is %i", async (_what, around, status) => {
  const { key } = await (await developer(service)).makeKey();

  for (const value of [`Bearer ${around}${key}`, `Bearer ${key}${around}`]) {
    const request: GeneratedRequest = { ...simple, headers: [["Authorization", value]] };
    const bytes = serializeRequest(request);
    const answers = [
      await throughNext(request),
      await overSocket([notPlain, bytes], ["HEAD", "GET"]),
      await overSocket([bytes], ["GET"]),
    ];
    expect(answers.map((answer) => answer.status)).toEqual([status, status, status]);
  }
});

test(
  "the first request on a connection gets the same responses as one that Node parses, however odd its head is",
  async () => {
    const usual = rawRequest("GET /api/shows/hamilton", "Accept-Encoding: gzip");
    expect(parseSimpleGet(usual)).not.toBeNull();
    const ask = async (packets: string[], methods: string[]) => {
      const sent = { port: service.port, packets, methods: [...methods, "GET"] };
      const { answers, isClosed } = await exchange({ ...sent, expected: 4, isHalfClosed: true });
      expect(isClosed).toBe(true);
      return answers.map(steady);
    };

    await fc.assert(
      fc.asyncProperty(oddRequest, async ({ method, text }) => {
        const [, ...byNode] = await ask([notPlain, text], ["HEAD", method]);
        expect(await ask([text], [method])).toEqual(byNode);
      }),
      { ...runOptions(isFullRun ? 100 : 40, 4), examples: [[{ method: "GET", text: usual }]] },
    );
  },
  timeoutMilliseconds,
);

/**
 * Turns a request into one that can be repeated: a read by a stranger, or an unknown method, which Node's parser refuses.
 * Codings are left out, because Next's handlers send them only where they see Node's response.
 */
function asRead(request: GeneratedRequest): GeneratedRequest {
  const method = /^(GET|HEAD|OPTIONS)$/.test(request.method) ? request.method : "BREW";
  const headers = request.headers.filter(([name]) => !/^(accept-encoding|cookie)$/i.test(name));
  return { ...request, method, headers, body: null };
}

/** Returns the response to the last packet. */
async function overSocket(packets: (string | Buffer)[], methods: string[]) {
  const { answers } = await exchange({ port: service.port, packets, methods, expected: packets.length });
  return steady(answers[packets.length - 1] ?? expect.fail("The connection ended before the last answer."));
}

async function throughNext({ method, target, headers }: GeneratedRequest) {
  const named = new Headers(headers);
  // As in what goes over the socket: some answers have the address that the client used.
  if (!named.has("host")) named.set("host", "localhost");
  const request = new Request(`http://localhost${target}`, { method, headers: named });
  const answer = await next.GET(request);
  const body = Buffer.from(await answer.arrayBuffer());
  return steady({ status: answer.status, headers: new Map(answer.headers), body });
}

/** Headers that differ per connection, moment or count; without a peer another bucket is counted. */
const own = /^(connection|keep-alive|date|x-request-id|x-ratelimit-re(maining|set)|ratelimit)$/;
const givenIds = ["12345678", "given-by-the-test"];

function steady({ status, headers, body }: RawResponse) {
  const id = headers.get("x-request-id") ?? "";
  const compared = [...headers].filter(([name]) => !own.test(name));
  return {
    status,
    headers: Object.fromEntries(compared.map(([name, value]) => [name, value.replace(/'nonce-[^']+'/g, "a nonce")])),
    isNamed: givenIds.includes(id),
    body: body.toString("latin1").replaceAll(id, "the request's id"),
  };
}

/** Everything that is wrong with a response, for any request. */
function wrongIn(answer: RawResponse, request: GeneratedRequest, judge: ResponseChecker): string[] {
  const { status, headers, body } = answer;
  const wrong = status >= 500 ? [`it is ${status}: ${body.toString()}`] : [];
  const isMetered = !/^\/api\/health/.test(request.target);
  const always: [string, RegExp][] = [
    ["x-request-id", /^[\w.-]{8,128}$/],
    ["x-content-type-options", /^nosniff$/],
    ["vary", /^(Accept, )?Accept-Encoding, Authorization, Cookie$/],
    ["cache-control", /^no-(cache|store)$/],
    ["date", /GMT$/],
  ];
  const figures = ["limit", "remaining", "reset"].map((name): [string, RegExp] => [`x-ratelimit-${name}`, /^\d+$/]);
  for (const [name, shape] of [...always, ...(isMetered ? figures : [])]) {
    const value = headers.get(name) ?? "";
    if (!shape.test(value)) wrong.push(`its ${name} is ${JSON.stringify(value)}`);
  }
  const isCoded = headers.has("content-encoding");
  if (status >= 400 && body.length > 0 && !isCoded && !/^\{"error":"/.test(body.toString()))
    wrong.push(`its body is ${body.toString()}`);
  if (status === 405 && !headers.has("allow")) wrong.push("it has no Allow");
  // A malformed target, or one whose dot segments lead elsewhere, belongs to no operation.
  const isWhole = depthOf(request.target) === depthOf(request.place ?? "") + 1;
  const isOperation =
    isWhole && request.place !== null && status !== 204 && !isCoded && !/%2e|\.\.|%00/i.test(request.target);
  // An empty id, or one that contains a slash, addresses another path.
  const isElsewhere = status === 404 && ["", '{"error":"Not found"}'].includes(body.toString());
  const isBroken = status === 400 && body.toString() === '{"error":"Bad request"}';
  if (isOperation && !isElsewhere && !isBroken)
    wrong.push(...judge(request.place ?? "", answer, request.method === "HEAD"));
  return wrong;
}

/** The number of non-empty segments. A path whose id is empty is the list's path. */
function depthOf(target: string): number {
  const [path = ""] = target.slice(target.indexOf("/")).split("?");
  return path.split("/").filter((word) => word !== "").length;
}

async function knownTo(service: TestService): Promise<KnownIds> {
  const one = await developer(service);
  const people = [one, await developer(service, "editor"), await developer(service, "admin")];
  const { key } = await one.makeKey();
  const ids: Record<string, string[]> = {};
  for (const path of ["shows", "theatres", "people", "roles", "productions", "cast-members"]) {
    const list = (await (await service.get(`/api/${path}`)).json()) as { id: string }[];
    ids[path] = list.slice(0, 20).map(({ id }) => id);
  }
  return { ids, cookies: people.map(({ cookie }) => cookie), key };
}
