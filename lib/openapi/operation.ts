import "server-only";
import type { Failure, HeaderName } from "../http/declaration.ts";
import {
  badRequest,
  forbidden,
  internalError,
  invalidKey,
  methodNotAllowed,
  rateLimited,
  unauthenticated,
  unavailable,
} from "../http/failures.ts";
import { quotaHeaderNames } from "./headers.ts";
import { parameterReference } from "./parameters.ts";
import { failureReferences, jsonResponse, responseReference, unmeteredFailures } from "./responses.ts";

interface SuccessSource {
  /** 200 when absent. */
  status?: number;
  description: string;
  schema: object;
  example?: unknown;
  /** Besides those of the day's limit. */
  headers?: readonly HeaderName[];
}

/** What an operation is called, takes and gives. */
export interface OperationSource {
  operationId: string;
  tag: string;
  summary: string;
  description?: string;
  parameters?: readonly object[];
  requestBody?: object;
  success: SuccessSource;
  /** With another status. */
  otherSuccesses?: readonly SuccessSource[];
  /** Besides those that any operation of its kind can meet. */
  failures?: readonly Failure[];
}

/** Of every counted route, also of those that cost nothing. */
const alwaysPossible = [methodNotAllowed, internalError, unavailable];
const freeReadFailures = [badRequest, invalidKey, ...alwaysPossible];
const readFailures = [...freeReadFailures, rateLimited];
/** Without its 400, which depends on what the operation reads. */
const staffFailures = [unauthenticated, forbidden, ...alwaysPossible, rateLimited];
const openWriteFailures = [invalidKey, forbidden, ...alwaysPossible, rateLimited];

/** What the counted routes refer to, whatever they are about. */
export const commonFailures = new Set([...readFailures, ...staffFailures]);

/** Anybody may read; credentials only raise the limit. */
const anybody = [{}, { apiKey: [] }, { session: [] }];
const staff = [{ session: [] }];

/** A read that is answered whatever is left of the day's requests. */
export function freeRead(read: OperationSource) {
  return { ...operation(read), security: anybody, responses: responses(read, freeReadFailures) };
}

/** A read that counts, unless the caller already holds the answer. */
export function conditionalRead(read: OperationSource) {
  const conditional: OperationSource = {
    ...read,
    parameters: [...(read.parameters ?? []), parameterReference("If-None-Match")],
    success: { ...read.success, headers: ["ETag"] },
  };
  return {
    ...operation(conditional),
    security: anybody,
    responses: { ...responses(conditional, readFailures), 304: responseReference("NotModified") },
  };
}

/** What needs somebody signed in: mostly an editor or an administrator. */
export function staffOperation(offer: OperationSource) {
  return { ...operation(offer), security: staff, responses: responses(offer, staffFailures) };
}

/** What anybody may write; the service's own pages only. */
export function openWrite(offer: OperationSource) {
  return { ...operation(offer), security: anybody, responses: responses(offer, openWriteFailures) };
}

/** A read that asks for no credentials and has no limit: health. */
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

function operation({ operationId, tag, summary, description, parameters = [], requestBody }: OperationSource) {
  return {
    operationId,
    tags: [tag],
    summary,
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
