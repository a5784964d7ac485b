import { z } from "zod";
import type { RawResponse } from "./raw-http.ts";

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
