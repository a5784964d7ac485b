import "server-only";
import type { Failure } from "./failures.ts";
import { headerReferences, quotaHeaderNames, type HeaderName } from "./headers.ts";
import { schemaReference } from "./schemas.ts";

interface JsonAnswer {
  description: string;
  /** Besides `X-Request-Id`, which every answer has. */
  headers: readonly HeaderName[];
  schema: object;
  /** Undefined where there is none to show. */
  example?: unknown;
}

export function jsonResponse({ description, headers, schema, example }: JsonAnswer) {
  return {
    description,
    headers: headerReferences([...headers, "X-Request-Id"]),
    content: { "application/json": { schema, ...(example === undefined ? {} : { example }) } },
  };
}

const notModified = {
  description: "Nothing has changed since the answer that `If-None-Match` names. It has no body and is not counted.",
  headers: headerReferences([...quotaHeaderNames, "ETag", "X-Request-Id"]),
};

/** `components.responses`: what the counted routes have in common. */
export function componentResponses(failures: readonly Failure[]) {
  const answers = failures.map((failure) => [failure.id, failureResponse(failure, quotaHeaderNames)] as const);
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

function failureResponse({ description, headers, body, example }: Failure, common: readonly HeaderName[]) {
  return jsonResponse({ description, headers: [...common, ...headers], schema: schemaReference(body), example });
}
