import fc from "fast-check";
import { z } from "zod";
import { generateKey } from "../lib/http/access/key.ts";
import type { ServedDocument } from "./document-answers.ts";

/** A request as it is sent. */
export interface GeneratedRequest {
  /** The operation in the document, such as `get /shows/{id}`; null when it is none of them. */
  place: string | null;
  method: string;
  target: string;
  headers: [string, string][];
  body: Buffer | null;
}

export interface KnownIds {
  /** Ids of records, by the first segment of the path. */
  ids: Record<string, readonly string[]>;
  /** Session cookies of accounts with different roles. */
  cookies: readonly string[];
  key: string;
}

const methods = ["GET", "HEAD", "OPTIONS", "POST", "PUT", "DELETE", "PATCH", "TRACE"];
/** Operations that end the session or the account of the other requests. */
const endings = /^delete \/account/;

const operation = z.object({
  parameters: z.array(z.record(z.string(), z.unknown())).default([]),
  requestBody: z.object({ content: z.record(z.string(), z.object({ example: z.unknown().optional() })) }).optional(),
});

/** Valid, nearly valid and hostile requests, to each path of the document and some others. */
export function arbitraryRequests(document: ServedDocument, known: KnownIds): fc.Arbitrary<GeneratedRequest> {
  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, described]) => ({
      path,
      place: `${method} ${path}`,
      ...operation.parse(described),
    })),
  );
  const asked = fc.constantFrom(...operations).filter(({ place }) => !endings.test(place));
  return asked.chain(({ path, place, parameters, requestBody }) => {
    const documented = (place.split(" ")[0] ?? "").toUpperCase();
    const example = requestBody?.content["application/json"]?.example;
    const names = parameters.flatMap(({ in: where, name }) =>
      where === "query" && typeof name === "string" ? [name] : [],
    );
    return fc
      .record({
        method: often(fc.constant(documented), fc.constantFrom(...methods)),
        target: targetsOf(path, names, known),
        headers: headersOf(known),
        body: bodiesOf(example),
      })
      .map(({ method, target, headers, body }): GeneratedRequest => {
        const isDocumented = method === documented || (method === "HEAD" && documented === "GET");
        const sent = /^(GET|HEAD|OPTIONS|TRACE)$/.test(method) ? null : body;
        return { place: isDocumented ? place : null, method, target, headers, body: sent };
      });
  });
}

/** The bytes of a request with a correct length; `hostile-requests.ts` has wrong ones. */
export function serializeRequest({ method, target, headers, body }: GeneratedRequest): Buffer {
  const length = body === null ? [] : [["Content-Length", String(body.length)]];
  const lines = [["Host", "localhost"], ...headers, ...length].map(([name, value]) => `${name}: ${value}`);
  const head = Buffer.from(`${method} ${target} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n`, "latin1");
  return body === null ? head : Buffer.concat([head, body]);
}

function often<Value>(usual: fc.Arbitrary<Value>, odd: fc.Arbitrary<Value>): fc.Arbitrary<Value> {
  return fc.oneof({ arbitrary: usual, weight: 7 }, { arbitrary: odd, weight: 1 });
}

/** Percent-encoded, except for deliberate errors. */
const odd = fc.oneof(
  fc.string({ unit: "binary", maxLength: 40 }).map((text) => encodeURIComponent(text.toWellFormed())),
  fc.constantFrom("", ..."% %zz %E0%A4%A %ED%A0%80 %00 %2F ../lib %2e%2e __proto__ null 0 -1".split(" ")),
  fc.integer({ min: 1, max: 3000 }).map((length) => "a".repeat(length)),
);

function targetsOf(path: string, names: readonly string[], { ids }: KnownIds): fc.Arbitrary<string> {
  const own = ids[path.split("/")[1] ?? ""] ?? ["1"];
  const anId = often(fc.constantFrom(...own).map(encodeURIComponent), odd);
  const anyId = fc.constantFrom(...Object.values(ids).flat()).map(encodeURIComponent);
  const value = fc.oneof(anyId, odd, fc.constantFrom("true", "100", "30", "refused", "shows"));
  const known = names.length > 0 ? fc.constantFrom(...names) : odd;
  const query = fc.array(fc.tuple(often(known, odd), value), { maxLength: 4 });
  return fc.tuple(anId, query, fc.constantFrom("", "", "", "/")).map(([id, pairs, slash]) => {
    const search = pairs.map(([name, given]) => `${name}=${given}`).join("&");
    return `/api${path.replace(/\{\w+\}/, () => id)}${slash}${search === "" ? "" : `?${search}`}`;
  });
}

/** Printable, sometimes with bytes above ASCII; control characters are refused before headers are read. */
const noise = fc
  .string({ unit: fc.constantFrom(...'aZ09 ",;=*/\\_-\x7e\xe9\xff'), maxLength: 40 })
  .map((text) => text.trim());

function headersOf({ cookies, key }: KnownIds): fc.Arbitrary<[string, string][]> {
  const of = (name: string, ...values: string[]) =>
    often(fc.constantFrom(...values), noise).map((value): [string, string] => [name, value]);
  const keyed = of("Authorization", `Bearer ${key}`, `bearer  ${key}`, `Bearer ${generateKey().secret}`, "Basic eA==");
  const caller = fc.oneof(
    { arbitrary: fc.constantFrom(...cookies).map((cookie): [string, string][] => [["Cookie", cookie]]), weight: 6 },
    { arbitrary: fc.constant<[string, string][]>([]), weight: 2 },
    { arbitrary: keyed.map((one) => [one]), weight: 2 },
  );
  const more = fc.oneof(
    of("Accept-Encoding", "br", "gzip;q=0.5, *;q=0", "identity", "br;q=abc, gzip"),
    of("If-None-Match", "*", '"x"', 'W/"x", "y"'),
    of("If-Match", "*", '"x"'),
    of("Origin", "https://elsewhere.example", "null", "http://localhost"),
    of("Sec-Fetch-Site", "same-origin", "cross-site"),
    of("Access-Control-Request-Method", "GET", "PUT"),
    of("X-Request-Id", "12345678", "a b", "é".repeat(9)),
    of("X-Forwarded-For", "1.2.3.4", "::1, unknown"),
    of("Range", "bytes=0-1"),
    of("RSC", "1"),
    of("Next-Router-State-Tree", "%5B%22%22%5D"),
    of("x-middleware-subrequest", "middleware"),
    of("X-HTTP-Method-Override", "DELETE"),
  );
  const type = often(
    fc.constant("application/json"),
    fc.constantFrom("text/plain", "application/json; charset=latin1", ""),
  );
  return fc
    .tuple(caller, fc.uniqueArray(more, { maxLength: 4, selector: ([name]) => name }), type)
    .map(([who, rest, contentType]) => [...who, ...rest, ["Content-Type", contentType]]);
}

/** Any JSON value, and some problematic ones. */
const anything = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom<unknown>("\ud800", "a\0b", "", " ", 1e308, -0, 0.1, Number.MAX_SAFE_INTEGER + 1, [], {}, null, true),
  fc.string({ unit: "binary", maxLength: 300 }),
);

function bodiesOf(example: unknown): fc.Arbitrary<Buffer> {
  const fields: Record<string, unknown> =
    typeof example === "object" && example !== null ? { ...example } : { name: "A" };
  const nearly = fc
    .record({
      drop: fc.uniqueArray(fc.constantFrom(...Object.keys(fields)), { maxLength: 2 }),
      change: fc.dictionary(fc.constantFrom(...Object.keys(fields), "id", "__proto__", "surprise"), anything, {
        maxKeys: 2,
      }),
    })
    .map(({ drop, change }) => {
      const kept = Object.entries({ ...fields, ...change }).filter(([name]) => !drop.includes(name));
      // Serialised by hand, so that a field called __proto__ is sent too.
      return `{${kept.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`).join(",")}}`;
    });
  const text = fc.oneof(
    { arbitrary: nearly, weight: 6 },
    { arbitrary: anything.map((value) => JSON.stringify(value)), weight: 1 },
    {
      arbitrary: fc.integer({ min: 1, max: 2000 }).map((depth) => '{"a":'.repeat(depth) + "1" + "}".repeat(depth)),
      weight: 1,
    },
    { arbitrary: fc.constantFrom("", "{", "nul", "{}", '{"name":"a","name":"b"}', '\ufeff{"name":"a"}'), weight: 1 },
  );
  return often(
    text.map((one) => Buffer.from(one, "utf8")),
    fc.uint8Array({ maxLength: 100 }).map((bytes) => Buffer.from(bytes)),
  );
}

/**
 * Settings for tests with generated cases. `FUZZ=200000 npm run test:unit -- generated` sends that many requests;
 * `FUZZ_SEED` and `FUZZ_PATH`, which a failure prints, repeat a run.
 */
const { FUZZ, FUZZ_SEED, FUZZ_PATH } = process.env;

/** The number of requests of a long run; null in a usual, short run. */
export const requestsWanted = FUZZ === undefined ? null : Number(FUZZ);

/** The timeout of one test. */
export const timeoutMilliseconds = requestsWanted === null ? 60_000 : 3_600_000;

/** @param numRuns in a usual run. @param requestsPerRun approximate number of requests in each. */
export function runOptions(
  numRuns: number,
  requestsPerRun: number,
): Pick<fc.Parameters<unknown>, "numRuns" | "seed" | "path"> {
  return {
    numRuns: requestsWanted === null ? numRuns : Math.ceil(requestsWanted / requestsPerRun),
    ...(FUZZ_SEED === undefined ? {} : { seed: Number(FUZZ_SEED) }),
    ...(FUZZ_PATH === undefined ? {} : { path: FUZZ_PATH }),
  };
}
