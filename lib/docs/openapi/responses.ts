import "server-only";
import type { Failure, HeaderName } from "../../http/declaration.ts";
import { headerReferences, quotaHeaderNames, strictHeaderNames } from "./headers.ts";
import { schemaReference } from "./schemas.ts";

interface JsonAnswer {
  description: string;
  /** In addition to `X-Request-Id`, which every response has. */
  headers: readonly HeaderName[];
  schema: object;
  /** Undefined when there is no example. */
  example?: unknown;
  /** By name, when there is an example of each schema. */
  examples?: Record<string, { value: unknown }>;
  /** Media types besides JSON. */
  otherTypes?: readonly string[];
}

export function jsonResponse({ description, headers, otherTypes = [], ...content }: JsonAnswer) {
  const text: object = { schema: { type: "string" } };
  return {
    description,
    headers: headerReferences([...headers, "X-Request-Id"]),
    content: { "application/json": content, ...Object.fromEntries(otherTypes.map((type) => [type, text])) },
  };
}

const notModified = {
  description: "The response that `If-None-Match` names is current. There is no body, and the request is not counted.",
  headers: headerReferences([...quotaHeaderNames, "ETag", "X-Request-Id"]),
};

/** `components.responses`: shared by the metered routes. */
export function componentResponses(failures: Iterable<Failure>) {
  const answers = [...failures].map((failure) => [failure.id, failureResponse(failure, quotaHeaderNames)] as const);
  return { NotModified: notModified, ...Object.fromEntries(answers) };
}

/** The failures of a metered route, for its `responses`. */
export function failureReferences(failures: readonly Failure[]) {
  return Object.fromEntries(failures.map(({ id, status }) => [status, responseReference(id)]));
}

/** The failures of an unmetered route, for its `responses`, without quota headers. */
export function unmeteredFailures(failures: readonly Failure[]) {
  return Object.fromEntries(failures.map((failure) => [failure.status, failureResponse(failure, [])]));
}

export function responseReference(id: string) {
  return { $ref: `#/components/responses/${id}` };
}

const strictSuffix = "Strict";

/** The operation of a route from contract §12 on: each response has the headers of those routes too. */
export function withStrictHeaders<Described extends { responses: Record<string, object> }>(
  described: Described,
): Described {
  const responses = Object.entries(described.responses).map(([status, response]) => [
    status,
    "$ref" in response ? { $ref: `${String(response.$ref)}${strictSuffix}` } : strictResponse(response),
  ]);
  return { ...described, responses: Object.fromEntries(responses) as Described["responses"] };
}

/** The shared responses, also with the headers of the routes from contract §12 on, of which `paths` refers to each. */
export function usedResponses(shared: Record<string, object>, paths: object): Record<string, object> {
  const used = JSON.stringify(paths);
  return Object.fromEntries(
    Object.entries(shared)
      .flatMap(([id, response]) => [
        [id, response] as const,
        [`${id}${strictSuffix}`, strictResponse(response)] as const,
      ])
      .filter(([id]) => used.includes(JSON.stringify(responseReference(id)))),
  );
}

function strictResponse(response: { headers?: object }) {
  return { ...response, headers: { ...headerReferences(strictHeaderNames), ...response.headers } };
}

function failureResponse({ description, headers, bodies }: Failure, common: readonly HeaderName[]) {
  return jsonResponse({ description, headers: [...common, ...headers, "Link"], ...failureContent(bodies) });
}

function failureContent(bodies: Failure["bodies"]) {
  const [only, ...others] = bodies;
  if (only && others.length === 0) return { schema: schemaReference(only.schema), example: only.example };
  return {
    schema: { oneOf: bodies.map(({ schema }) => schemaReference(schema)) },
    examples: Object.fromEntries(bodies.map(({ id, example }) => [id, { value: example }])),
  };
}
