import { z } from "zod";
import type { RawResponse } from "./raw-http.ts";
import type { Operation, Route } from "../lib/http/route.ts";
import type { BodyContent } from "../lib/catalogue/representation.ts";
import { memoize } from "../lib/core/memoize.browser.ts";

/** The parts of the document that are needed to check responses. */
export const servedDocument = z.object({
  paths: z.record(z.string(), z.record(z.string(), z.unknown())),
  components: z.object({
    schemas: z.record(z.string(), z.unknown()),
    responses: z.record(z.string(), z.unknown()),
    parameters: z.record(z.string(), z.unknown()),
    headers: z.record(z.string(), z.object({ required: z.boolean().optional() })),
  }),
});
export type ServedDocument = z.infer<typeof servedDocument>;

const described = z.object({ responses: z.record(z.string(), z.unknown()) });
const response = z.object({
  headers: z.record(z.string(), z.unknown()).default({}),
  content: z.looseObject({ "application/json": z.object({ schema: z.unknown() }) }).optional(),
});

/** Every difference between a response and the document. `place`: `get /shows/{id}`. */
export type ResponseChecker = (place: string, answer: RawResponse, isHead: boolean) => string[];

interface ExpectedResponse {
  headers: string[];
  /** The media types of the body, none if it has none. */
  types: string[];
  /** Of a JSON body. */
  body: z.ZodType | null;
}

export function createResponseChecker(document: ServedDocument): ResponseChecker {
  const known = new Map<string, ExpectedResponse | null>();
  const find = (place: string, status: number) => {
    const name = `${place} ${status}`;
    let expected = known.get(name);
    if (expected === undefined) known.set(name, (expected = expectedOf(document, place, status)));
    return expected;
  };
  return (place, answer, isHead) => {
    const expected = find(place, answer.status);
    if (!expected) return [`${answer.status} is not among its answers`];
    // Two failures share 401, and only an invalid key has a challenge.
    const isChallenge = answer.status === 401 && !answer.body.toString().includes('"Invalid API key"');
    const missing = expected.headers.filter(
      (name) => !answer.headers.has(name.toLowerCase()) && !(isChallenge && name === "WWW-Authenticate"),
    );
    const [type = ""] = answer.headers.get("content-type")?.split(";") ?? [];
    const isJson = type === "application/json" && !isHead;
    const body = isJson ? expected.body?.safeParse(JSON.parse(answer.body.toString("utf8"))) : null;
    return [
      ...(expected.types.length === 0 || expected.types.includes(type) ? [] : [`its type is ${JSON.stringify(type)}`]),
      ...missing.map((name) => `it has no ${name}`),
      ...(body?.error ? [`its body is another: ${z.prettifyError(body.error)}`] : []),
    ];
  };
}

function expectedOf(document: ServedDocument, place: string, status: number): ExpectedResponse | null {
  const [method = "", path = ""] = place.split(" ");
  const { responses } = described.parse(document.paths[path]?.[method]);
  const found = responses[status];
  if (found === undefined) return null;
  const { $ref } = z.object({ $ref: z.string().optional() }).parse(found);
  const { headers, content } = response.parse(
    $ref ? document.components.responses[$ref.split("/").at(-1) ?? ""] : found,
  );
  return {
    headers: Object.keys(headers).filter((name) => document.components.headers[name]?.required !== false),
    types: Object.keys(content ?? {}),
    body: content ? zodOf(content["application/json"].schema, document.components.schemas) : null,
  };
}

/** A JSON Schema of the document with its references. */
function zodOf(schema: unknown, shared: Record<string, unknown>): z.ZodType {
  const text = JSON.stringify({ ...(schema as object), $defs: shared });
  const whole: unknown = JSON.parse(text.replaceAll("#/components/schemas/", "#/$defs/"));
  return z.fromJSONSchema(whole as z.core.JSONSchema.JSONSchema);
}

/** The same route, whose operations throw when a response does not match its declaration. */
export function withCheckedResponses(route: Route): Route {
  const operations = Object.entries(route.operations).map(([method, operation]) => [
    method,
    checkedOperation(`${method} ${route.path}`, operation),
  ]);
  return { ...route, operations: Object.fromEntries(operations) as Route["operations"] };
}

/** By schema, the hashes of the bodies that match it: most are sent many times, by many services. */
const soundBodies = memoize((_schema: z.ZodType) => ({ hashes: new Set<string>(), longOnes: 0 }));
/** A list of hundreds of records is checked so many times by each schema: later ones differ in a few records. */
const mostLongOnes = 20;

function checkedOperation(place: string, operation: Operation): Operation {
  if (!operation.declaration) return operation;
  const { output, otherOutputs = [] } = operation.declaration;
  const declared = new Map([output, ...otherOutputs].map((one) => [one.status ?? 200, one]));
  const check = async (body: BodyContent | null, schema: z.ZodType) => {
    if (!body) throw new Error(`${place} answered without the body that it declares.`);
    const sound = soundBodies(schema);
    if (sound.hashes.has(body.hash)) return;
    const text = (await body.bytes("identity")).toString("utf8");
    if (text.length > 100_000 && (sound.longOnes += 1) > mostLongOnes) return;
    const { error } = schema.safeParse(JSON.parse(text));
    if (error) throw new Error(`${place} answered another body than it declares: ${error.message}`);
    sound.hashes.add(body.hash);
  };
  return {
    ...operation,
    handle: async (context) => {
      const result = await operation.handle(context);
      const { status = 200, body, work, headers = {} } = result;
      // The answer to a form of a page; programs never get it.
      if (status === 303) return result;
      const made = declared.get(status);
      if (!made) throw new Error(`${place} answered ${status}, which it does not declare.`);
      const missing = (made.headers ?? []).filter((name) => !(name in headers));
      if (missing.length > 0) throw new Error(`${place} answered without ${missing.join(", ")}, which it declares.`);
      const type = body?.type.split(";")[0] ?? "";
      if (made.otherTypes?.includes(type)) return result;
      if (!work) {
        await check(body, made.schema);
        return result;
      }
      const checkedWork: typeof work = async (tell) => {
        const result = await work(tell);
        await check(result, made.schema);
        return result;
      };
      return { ...result, work: checkedWork };
    },
  };
}

/** The shape of a response, independent of its data: names, their order, and types of values. */
export function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(shapeOf);
  if (typeof value === "object" && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, shapeOf(member)]));
  return value === null ? "anything" : typeof value;
}

/** A line of an HTTP response without variable parts: figures, tags, ids and dates. */
export function lineShape(line: string): string {
  if (/^[{[]/.test(line)) return JSON.stringify(shapeOf(JSON.parse(line)));
  return line
    .trim()
    .replace(/^(X-Request-Id|ETag): .*/i, "$1: …")
    .replaceAll(/\d+/g, "0");
}

/** The lines of a documented response that match no line of the real one. */
export function unmatchedLines(shown: string, real: string): string[] {
  const lines = new Set(
    real
      .split("\n")
      .filter((line) => line.trim() !== "")
      .map(lineShape),
  );
  return shown.split("\n").filter((line) => !["", "…"].includes(line.trim()) && !lines.has(lineShape(line)));
}

/**
 * The places where a real value differs in shape from the documented one: other names, another order, or another
 * type. Null matches any type. In a list, one element must match the first documented one.
 */
export function differences(shown: unknown, real: unknown, place = "it"): string[] {
  if (shown === null || real === null) return [];
  const kinds = [shown, real].map((value) => (Array.isArray(value) ? "array" : typeof value));
  if (kinds[0] !== kinds[1]) return [`${place}: shown is ${kinds.join(", and came ")}`];
  if (Array.isArray(shown) && Array.isArray(real)) return differencesOfLists(shown, real, place);
  if (typeof shown !== "object" || typeof real !== "object") return [];
  const names = [shown, real].map((value) => Object.keys(value).join());
  if (names[0] !== names[1]) return [`${place}: shown is ${names.join(", and came ")}`];
  return Object.entries(shown).flatMap(([name, member]) =>
    differences(member, Reflect.get(real, name), `${place}.${name}`),
  );
}

function differencesOfLists([first]: unknown[], real: unknown[], place: string): string[] {
  if (first === undefined) return [];
  const found = real.map((member) => differences(first, member, `${place}[]`));
  return found.find((differing) => differing.length === 0) ?? found[0] ?? [];
}
