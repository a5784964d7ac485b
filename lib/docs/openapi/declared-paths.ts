import "server-only";
import type {
  Declaration,
  ExampleSource,
  Failure,
  HeaderName,
  InputDeclaration,
  OutputDeclaration,
  RecordSample,
  RequestHeaderName,
} from "../../http/declaration.ts";
import { deprecationNotice } from "../../http/response-headers.ts";
import { entryNote } from "../../http/entry.ts";
import { isStrictRoute } from "../../http/respond.ts";
import type { Operation, Route } from "../../http/route.ts";
import {
  badRequest,
  contentTooLarge,
  forbidden,
  forbiddenToSession,
  internalError,
  invalidInput,
  invalidKey,
  methodNotAllowed,
  rateLimited,
  unauthenticated,
  unavailable,
  unsupportedMediaType,
} from "../../http/failures.ts";
import { failureResponse, jsonResponse, notModifiedId, quotaHeaders, responseReference } from "./responses.ts";
import { answerSchema, exampleFrom, queryParameters, schemaReference } from "./schemas.ts";

/** The document's `paths`, from the operations' declarations. @param samples as for `openapiDocument`. */
export function declaredPaths(
  routes: readonly Route[],
  samples: readonly RecordSample[],
): Record<string, Record<string, object>> {
  const paths: Record<string, Record<string, object>> = {};
  for (const route of routes) {
    for (const [method, operation] of Object.entries(route.operations)) {
      const { declaration } = operation;
      if (!declaration) continue;
      (paths[route.path] ??= {})[method.toLowerCase()] = route.isMetered
        ? meteredOperation(declaration, operation, isStrictRoute(route), samples)
        : unmeteredRead(declaration, samples);
    }
  }
  return paths;
}

/** Credentials are optional; they only raise the limit. */
const anybody = [{}, { apiKey: [] }, { session: [] }];

function meteredOperation(
  declaration: Declaration,
  operation: Operation,
  isStrict: boolean,
  samples: readonly RecordSample[],
) {
  const { operationId, tag, summary, input, output, deprecation, failures = [] } = declaration;
  const isPolled = operation.isConditional && !operation.access;
  const description = descriptionOf(declaration, operation.isEntry ? ` ${entryNote}` : "");
  const parameters = parametersOf(input, isPolled ? ["If-None-Match"] : [], samples);
  const requestBody = requestBodyOf(input, samples);
  const possible = [...usualFailures(operation), ...inputFailures(input), ...failures];
  return {
    operationId,
    tags: [tag.name],
    summary,
    ...(deprecation && { deprecated: true }),
    ...(description !== undefined && { description }),
    ...(parameters.length > 0 && { parameters }),
    ...(requestBody && { requestBody }),
    security: operation.access ? [{ session: [] }] : anybody,
    responses: {
      ...successOf(output, [...quotaHeaders(isStrict), ...(isPolled ? (["ETag"] as const) : [])], samples),
      ...(isPolled && { 304: responseReference(notModifiedId, isStrict) }),
      ...Object.fromEntries(possible.map(({ id, status }) => [status, responseReference(id, isStrict)])),
    },
  };
}

/** A read without credentials and without a limit: health. */
function unmeteredRead(declaration: Declaration, samples: readonly RecordSample[]) {
  const { operationId, tag, summary, output, otherOutputs = [] } = declaration;
  const successes = [output, ...otherOutputs].flatMap((one) => Object.entries(successOf(one, [], samples)));
  const failures = [badRequest, methodNotAllowed, internalError].map(
    (failure) => [failure.status, failureResponse(failure, [])] as const,
  );
  const responses = Object.fromEntries<object>([...successes, ...failures]);
  return { operationId, summary, tags: [tag.name], security: [], responses };
}

/** Failures of every metered route, including its free operations. */
const alwaysPossible = [methodNotAllowed, internalError, unavailable];
const freeReadFailures = [badRequest, invalidKey, ...alwaysPossible];
const readFailures = [...freeReadFailures, rateLimited];
/** Without the 400, which depends on the operation's input. */
const staffFailures = [unauthenticated, forbiddenToSession, ...alwaysPossible, rateLimited];
const anyOriginWriteFailures = [invalidKey, ...alwaysPossible, rateLimited];
/** A write that requires no credentials, but the service's own origin. */
const openWriteFailures = [forbidden, ...anyOriginWriteFailures];

/** Failures that are not specific to a resource: `components.responses`. */
export const commonFailures = new Set([...readFailures, ...staffFailures, ...openWriteFailures]);

/** The access and the cost of an operation decide most of its failures. */
function usualFailures({ access, isConditional, isFree, isOpenToOrigins }: Operation): readonly Failure[] {
  if (access) return staffFailures;
  if (isOpenToOrigins) return anyOriginWriteFailures;
  if (isConditional) return readFailures;
  return isFree ? freeReadFailures : openWriteFailures;
}

/** The 400 for invalid input, and the further failures of a body. */
function inputFailures({ query, body }: InputDeclaration): readonly Failure[] {
  if (body) return [invalidInput, contentTooLarge, unsupportedMediaType];
  return [query ? invalidInput : badRequest];
}

function descriptionOf({ description, deprecation }: Declaration, note: string): string | undefined {
  if (!deprecation) return description && description + note;
  const notice = deprecationNotice(deprecation);
  return description === undefined ? notice : `${notice} ${description}`;
}

/** @param more headers besides those that the operation declares. */
function parametersOf(input: InputDeclaration, more: readonly RequestHeaderName[], samples: readonly RecordSample[]) {
  const { params = {}, query, queryExamples = {}, headers = [] } = input;
  return [
    ...Object.entries(params).map(([name, { description, example }]) => {
      const parameter = { name, in: "path", required: true, description, schema: { type: "string" } };
      return { ...parameter, ...shown(example, samples) };
    }),
    ...(query ? queryParameters(query, (name) => shown(queryExamples[name], samples)) : []),
    ...[...headers, ...more].map((name) => ({ $ref: `#/components/parameters/${name.replaceAll("-", "")}` })),
  ];
}

function requestBodyOf(
  { body, bodyExample, otherBodies = {}, isBodyOptional = false }: InputDeclaration,
  samples: readonly RecordSample[],
) {
  if (!body) return undefined;
  const json = { schema: schemaReference(body), ...shown(bodyExample, samples) };
  return { required: !isBodyOptional, content: { "application/json": json, ...otherBodies } };
}

/** The response of a success by its status. @param common headers besides those that it declares. */
function successOf(
  { status = 200, schema, example, headers = [], optionalHeaders = [], ...output }: OutputDeclaration,
  common: readonly HeaderName[],
  samples: readonly RecordSample[],
): Record<string, object> {
  const illustration = example === undefined ? exampleFrom(schema) : shown(example, samples);
  const content = { schema: answerSchema(schema), ...illustration };
  return { [status]: jsonResponse({ ...output, ...content, headers: [...common, ...headers, ...optionalHeaders] }) };
}

function shown(example: ExampleSource | undefined, samples: readonly RecordSample[]): { example?: unknown } {
  const value: unknown = typeof example === "function" ? example(samples) : example;
  return value === undefined ? {} : { example: value };
}

const entityTagHeader = (name: RequestHeaderName, description: string) => {
  return { name, in: "header", description, schema: { type: "string" }, example: '"tHzx6dO2Y0m3dNfPZq1kSg"' };
};

/** `components.parameters`. */
export const parameters = {
  IfNoneMatch: entityTagHeader(
    "If-None-Match",
    "The `ETag` of an earlier response. While it is current, the response is 304.",
  ),
  IfMatch: entityTagHeader(
    "If-Match",
    "The `ETag` of the record as it was read. If the record has changed since, the response is 412. Without this header the last write wins. The tag may be weak, as proxies that compress make it.",
  ),
};
