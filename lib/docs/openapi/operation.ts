import "server-only";
import type { Failure, HeaderName, RequestHeaderName } from "../../http/declaration.ts";
import {
  badRequest,
  forbidden,
  forbiddenToSession,
  internalError,
  invalidKey,
  methodNotAllowed,
  rateLimited,
  unauthenticated,
  unavailable,
} from "../../http/failures.ts";
import {
  quotaHeaderNames,
  failureReferences,
  jsonResponse,
  responseReference,
  unmeteredFailures,
} from "./responses.ts";

interface SuccessSource {
  /** Default: 200. */
  status?: number;
  description: string;
  schema: object;
  example?: unknown;
  /** Media types besides JSON. */
  otherTypes?: readonly string[];
  /** In addition to the rate-limit headers. */
  headers?: readonly HeaderName[];
}

/** The parts of an operation that its declaration supplies. */
export interface OperationSource {
  operationId: string;
  tag: string;
  summary: string;
  description?: string | undefined;
  isDeprecated?: boolean;
  parameters?: readonly object[];
  requestBody?: object;
  success: SuccessSource;
  /** Successful responses with another status. */
  otherSuccesses?: readonly SuccessSource[];
  /** In addition to the failures of every operation of its kind. */
  failures?: readonly Failure[];
}

/** Failures of every metered route, including its free operations. */
const alwaysPossible = [methodNotAllowed, internalError, unavailable];
const freeReadFailures = [badRequest, invalidKey, ...alwaysPossible];
const readFailures = [...freeReadFailures, rateLimited];
/** Without the 400, which depends on the operation's input. */
const staffFailures = [unauthenticated, forbiddenToSession, ...alwaysPossible, rateLimited];
const anyOriginWriteFailures = [invalidKey, ...alwaysPossible, rateLimited];
const openWriteFailures = [forbidden, ...anyOriginWriteFailures];

/** Failures that are not specific to a resource: `components.responses`. */
export const commonFailures = new Set([...readFailures, ...staffFailures, ...openWriteFailures]);

/** Credentials are optional; they only raise the limit. */
const anybody = [{}, { apiKey: [] }, { session: [] }];
const staff = [{ session: [] }];

/** A read that is not counted, and is answered even when no requests are left. */
export function freeRead(read: OperationSource) {
  return { ...operation(read), security: anybody, responses: responses(read, freeReadFailures) };
}

/** A read that counts, except when the response is 304. */
export function conditionalRead(read: OperationSource) {
  const conditional: OperationSource = {
    ...read,
    parameters: [...(read.parameters ?? []), parameterReference("If-None-Match")],
    success: { ...read.success, headers: ["ETag", ...(read.success.headers ?? [])] },
  };
  return {
    ...operation(conditional),
    security: anybody,
    responses: { ...responses(conditional, readFailures), 304: responseReference("NotModified") },
  };
}

/** An operation that requires a session, usually of an editor or an administrator. */
export function staffOperation(offer: OperationSource) {
  return { ...operation(offer), security: staff, responses: responses(offer, staffFailures) };
}

/** A write that requires no credentials, but the service's own origin. */
export function openWrite(offer: OperationSource) {
  return { ...operation(offer), security: anybody, responses: responses(offer, openWriteFailures) };
}

/** The same from any origin. */
export function anyOriginWrite(offer: OperationSource) {
  return { ...operation(offer), security: anybody, responses: responses(offer, anyOriginWriteFailures) };
}

/** A read without credentials and without a limit: health. */
export function unmeteredRead({ operationId, tag, summary, success, otherSuccesses = [] }: OperationSource) {
  return {
    operationId,
    summary,
    tags: [tag],
    security: [],
    responses: {
      ...Object.fromEntries(
        [success, ...otherSuccesses].map(({ status = 200, headers = [], ...answer }) => [
          status,
          jsonResponse({ ...answer, headers }),
        ]),
      ),
      ...unmeteredFailures([badRequest, methodNotAllowed, internalError]),
    },
  };
}

function operation(source: OperationSource) {
  const { operationId, tag, summary, description, isDeprecated = false, parameters = [], requestBody } = source;
  return {
    operationId,
    tags: [tag],
    summary,
    ...(isDeprecated ? { deprecated: true } : {}),
    ...(description === undefined ? {} : { description }),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(requestBody === undefined ? {} : { requestBody }),
  };
}

function responses(
  { success, failures = [] }: OperationSource,
  kindFailures: readonly Failure[],
): Record<string, object> {
  const { status = 200, headers = [], ...answer } = success;
  return {
    [status]: jsonResponse({ ...answer, headers: [...quotaHeaderNames, ...headers] }),
    ...failureReferences([...kindFailures, ...failures]),
  };
}

/** `components.parameters`. */
export const parameters = {
  IfNoneMatch: {
    name: "If-None-Match",
    in: "header",
    description: "The `ETag` of an earlier response. While it is current, the response is 304.",
    schema: { type: "string" },
    example: '"tHzx6dO2Y0m3dNfPZq1kSg"',
  },
  IfMatch: {
    name: "If-Match",
    in: "header",
    description:
      "The `ETag` of the record as it was read. If the record has changed since, the response is 412. Without this header the last write wins. The tag may be weak, as proxies that compress make it.",
    schema: { type: "string" },
    example: '"tHzx6dO2Y0m3dNfPZq1kSg"',
  },
};

/** @param header as in the request: `If-Match`. */
export function parameterReference(header: RequestHeaderName) {
  return { $ref: `#/components/parameters/${header.replaceAll("-", "")}` };
}
