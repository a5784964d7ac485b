import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { processSingleton } from "../core/process-singleton.ts";
import { nextCatchAll } from "../http/handlers.ts";
import { createRouter } from "../http/router.ts";
import type { Infrastructure } from "../infrastructure.ts";
import { generateKey } from "../keys/key.ts";
import { servedDocument, type ServedDocument } from "../../test/document-answers.ts";
import {
  serializeRequest,
  arbitraryRequests,
  type GeneratedRequest as Generated,
} from "../../test/generated-requests.ts";
import { timeoutMilliseconds, runOptions, stopwatch } from "../../test/generated-runs.ts";
import { developer } from "../../test/developer.ts";
import { fastestDatabase } from "../../test/databases.ts";
import { exchange, type RawResponse } from "../../test/raw-http.ts";
import { useService } from "../../test/service.ts";
import { routes } from "../routes.ts";
import { parseSimpleGet } from "./fast-path/http-head.ts";

/** Where `lib/http/shared-infrastructure.ts` keeps the infrastructure of this process. */
const shared = processSingleton<{ opened?: Promise<Infrastructure> }>("infrastructure", () => ({}));
const router = createRouter(routes);
const next = nextCatchAll(routes);

let document: ServedDocument;

const service = useService(fastestDatabase, { settings: { PUBLIC_DAILY_LIMIT: "100000000" } });
beforeAll(async () => {
  shared.opened = Promise.resolve(service.infrastructure);
  document = servedDocument.parse(await (await service.get("/api/openapi.json")).json());
});
afterAll(async () => {
  delete shared.opened;
});

/** Paths whose responses contain the remaining quota or the time. */
const changing = /^\/api\/+(quota|health|metrics)/;
const known = { ids: { shows: ["hamilton"], theatres: ["palace"] }, cookies: ["a=b"], key: generateKey().secret };

/** Fixed requests that use every path, even if a busy machine generates only a few others. */
const simple: Generated = { place: null, method: "GET", target: "/api/shows/hamilton", headers: [], body: null };

/**
 * Turns a request into one that can be repeated: a read, or an unknown method, which Node's parser refuses. Codings are
 * left out, because Next's handlers send them only where they see Node's response.
 */
function asRead(request: Generated): Generated {
  const method = /^(GET|HEAD|OPTIONS)$/.test(request.method) ? request.method : "BREW";
  const headers = request.headers.filter(([name]) => name.toLowerCase() !== "accept-encoding");
  return { ...request, method, headers, body: null };
}

test(
  "a request gets the same response through the fast path, node:http, the malformed requests and Next's handlers",
  async () => {
    const used = { fastPath: 0, nodeHttp: 0, malformed: 0, next: 0 };
    const isOver = stopwatch(4);
    const requests = arbitraryRequests(document, known)
      .map(asRead)
      .filter(({ target }) => router(target).owner !== "pages" && !changing.test(target));

    await fc.assert(
      fc.asyncProperty(requests, async (request) => {
        if (isOver()) return;
        const bytes = serializeRequest(request);
        const byNext = await throughNext(request);
        used.next += 1;
        if (request.method === "BREW") {
          expect(await overSocket([bytes], [request.method])).toEqual(byNext);
          used.malformed += 1;
          return;
        }
        // HEAD is not for the fast path, so it moves the connection to Node's parser.
        const head = "HEAD /api/health HTTP/1.1\r\nHost: localhost\r\n\r\n";
        expect(await overSocket([head, bytes], ["HEAD", request.method])).toEqual(byNext);
        used.nodeHttp += 1;
        if (!parseSimpleGet(bytes.toString("latin1"))) return;
        expect(await overSocket([bytes], [request.method])).toEqual(byNext);
        used.fastPath += 1;
      }),
      { ...runOptions(250, 3), examples: [[{ ...simple, method: "GET" }], [{ ...simple, method: "BREW" }]] },
    );

    for (const [name, times] of Object.entries(used)) expect(times, name).toBeGreaterThan(0);
  },
  timeoutMilliseconds,
);

test.each([
  ["spaces", "  ", 200],
  ["tabs", "\t", 200],
  ["a no-break space", "\u00a0", 401],
  ["a next line (U+0085)", "\u0085", 401],
])("around a key, %s are ignored or belong to it on every path: %j is %i", async (_what, around, status) => {
  const { key } = await (await developer(service)).makeKey();

  for (const [before, after] of [
    [around, ""],
    ["", around],
  ]) {
    const headers: [string, string][] = [["Authorization", `Bearer ${before}${key}${after}`]];
    const request = { ...simple, headers };
    const bytes = serializeRequest(request);
    const head = "HEAD /api/health HTTP/1.1\r\nHost: localhost\r\n\r\n";
    const answers = [
      await throughNext(request),
      await overSocket([head, bytes], ["HEAD", "GET"]),
      await overSocket([bytes], ["GET"]),
    ];
    expect(answers.map((answer) => answer.status)).toEqual([status, status, status]);
  }
});

test.each(["\v", "\f"])(
  "a key followed by %j is 401 where the server passes that on, and 400 where it does not",
  async (after) => {
    const { key } = await (await developer(service)).makeKey();
    const request = { ...simple, headers: [["Authorization", `Bearer ${key}${after}`]] as [string, string][] };

    expect((await throughNext(request)).status).toBe(401);
    expect((await overSocket([serializeRequest(request)], ["GET"])).status).toBe(400);
  },
);

/** Returns the response to the last packet. */
async function overSocket(packets: (string | Buffer)[], methods: string[]) {
  const { answers } = await exchange({ port: service.port, packets, methods, expected: packets.length });
  const last = answers.at(-1);
  if (!last || answers.length < packets.length) throw new Error("The connection ended before the last answer.");
  return steady(last);
}

async function throughNext({ method, target, headers }: Generated) {
  const named = new Headers(headers);
  // As in what goes over the socket: some answers have the address that the client used.
  if (!named.has("host")) named.set("host", "localhost");
  const request = new Request(`http://localhost${target}`, { method, headers: named });
  const answer = await next.GET(request);
  const body = Buffer.from(await answer.arrayBuffer());
  return steady({ status: answer.status, headers: new Map(answer.headers), body });
}

/** Headers that differ per connection, moment or count; without a peer another bucket is counted. */
const own = [
  "connection",
  "keep-alive",
  "date",
  "x-request-id",
  "x-ratelimit-remaining",
  "x-ratelimit-reset",
  "ratelimit",
];

function steady({ status, headers, body }: RawResponse) {
  const id = headers.get("x-request-id") ?? "";
  const compared = [...headers].filter(([name]) => !own.includes(name));
  return {
    status,
    headers: Object.fromEntries(compared),
    isNamed: id === "12345678",
    body: body.toString("latin1").replaceAll(id, "the request's id"),
  };
}
