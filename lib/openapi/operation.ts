import "server-only";
import {
  badRequest,
  internalError,
  invalidKey,
  methodNotAllowed,
  rateLimited,
  unavailable,
  type Failure,
} from "./failures.ts";
import { quotaHeaderNames, type HeaderName } from "./headers.ts";
import { failureReferences, jsonResponse, responseReference } from "./responses.ts";

/** What a `GET` is called and what it gives. */
interface Read {
  operationId: string;
  tag: string;
  summary: string;
  description?: string;
  parameters?: readonly object[];
  success: { description: string; schema: object; example?: unknown };
  /** Besides those that any read can meet. */
  failures?: readonly Failure[];
}

/** Of every counted route, also of those that cost nothing. */
const alwaysPossible = [badRequest, invalidKey, methodNotAllowed, internalError, unavailable];

/** What the counted routes refer to, whatever they are about. */
export const commonFailures = [...alwaysPossible, rateLimited];

/** Anybody may read; credentials only raise the limit. */
const security = [{}, { apiKey: [] }, { session: [] }];

/** `components.parameters`. */
export const parameters = {
  IfNoneMatch: {
    name: "If-None-Match",
    in: "header",
    description: "The `ETag` of an answer that the caller still holds: 304 says that it is still right.",
    schema: { type: "string" },
    example: '"tHzx6dO2Y0m3dNfPZq1kSg"',
  },
};

/** A read that is answered whatever is left of the day's requests. */
export function freeRead(read: Read) {
  return operation(read, [], failureReferences([...alwaysPossible, ...(read.failures ?? [])]));
}

/** A read that counts, unless the caller already holds the answer. */
export function conditionalRead(read: Read) {
  const conditional = {
    ...read,
    parameters: [...(read.parameters ?? []), { $ref: "#/components/parameters/IfNoneMatch" }],
  };
  return operation(conditional, ["ETag"], {
    304: responseReference("NotModified"),
    ...failureReferences([...commonFailures, ...(read.failures ?? [])]),
  });
}

function operation(read: Read, headers: readonly HeaderName[], otherResponses: Record<string, object>) {
  const { operationId, tag, summary, description, parameters = [], success } = read;
  return {
    operationId,
    tags: [tag],
    summary,
    ...(description === undefined ? {} : { description }),
    security,
    ...(parameters.length === 0 ? {} : { parameters }),
    responses: { 200: jsonResponse({ ...success, headers: [...quotaHeaderNames, ...headers] }), ...otherResponses },
  };
}
