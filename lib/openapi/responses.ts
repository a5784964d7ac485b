import "server-only";
import type { Failure, HeaderName } from "../http/declaration.ts";
import { headerReferences, quotaHeaderNames } from "./headers.ts";
import { schemaReference } from "./schemas.ts";

interface JsonAnswer {
  description: string;
  /** Besides `X-Request-Id`, which every answer has. */
  headers: readonly HeaderName[];
  schema: object;
  /** Undefined where there is none to show. */
  example?: unknown;
  /** By name, where there is one for each schema. */
  examples?: Record<string, { value: unknown }>;
}

export function jsonResponse({ description, headers, ...content }: JsonAnswer) {
  return {
    description,
    headers: headerReferences([...headers, "X-Request-Id"]),
    content: { "application/json": content },
  };
}

const notModified = {
  description: "Nothing has changed since the answer that `If-None-Match` names. It has no body and is not counted.",
  headers: headerReferences([...quotaHeaderNames, "ETag", "X-Request-Id"]),
};

/** `components.responses`: what the counted routes have in common. */
export function componentResponses(failures: Iterable<Failure>) {
  const answers = [...failures].map((failure) => [failure.id, failureResponse(failure, quotaHeaderNames)] as const);
  return { NotModified: notModified, ...Object.fromEntries(answers) };
}

/** `responses` of a counted route. */
export function failureReferences(failures: readonly Failure[]) {
  return Object.fromEntries(failures.map(({ id, status }) => [status, responseReference(id)]));
}

/** `responses` of a route that is not counted: the same without the figures of a quota. */
export function unmeteredFailures(failures: readonly Failure[]) {
  return Object.fromEntries(failures.map((failure) => [failure.status, failureResponse(failure, [])]));
}

export function responseReference(id: string) {
  return { $ref: `#/components/responses/${id}` };
}

function failureResponse({ description, headers, bodies }: Failure, common: readonly HeaderName[]) {
  return jsonResponse({ description, headers: [...common, ...headers], ...failureContent(bodies) });
}

function failureContent(bodies: Failure["bodies"]) {
  const [only, ...others] = bodies;
  if (only && others.length === 0) return { schema: schemaReference(only.schema), example: only.example };
  return {
    schema: { oneOf: bodies.map(({ schema }) => schemaReference(schema)) },
    examples: Object.fromEntries(bodies.map(({ id, example }) => [id, { value: example }])),
  };
}
