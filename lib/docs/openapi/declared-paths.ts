import "server-only";
import type {
  Declaration,
  ExampleSource,
  InputDeclaration,
  OutputDeclaration,
  RecordSample,
} from "../../http/declaration.ts";
import { deprecationNotice } from "../../http/response-headers.ts";
import { entryNote } from "../../http/entry.ts";
import { isStrictRoute } from "../../http/respond.ts";
import type { Operation, Route } from "../../http/route.ts";
import { badRequest, contentTooLarge, invalidInput, unsupportedMediaType } from "../../http/failures.ts";
import {
  conditionalRead,
  freeRead,
  openWrite,
  anyOriginWrite,
  staffOperation,
  unmeteredRead,
  type OperationSource,
  parameterReference,
} from "./operation.ts";
import { withStrictHeaders } from "./responses.ts";
import { answerSchema, requestBodyFor, queryParameters } from "./schemas.ts";

/**
 * The document's `paths`, from the operations' declarations. @param samples one record of each resource that has
 * records.
 */
export function declaredPaths(
  routes: readonly Route[],
  samples: readonly RecordSample[],
): Record<string, Record<string, object>> {
  const paths: Record<string, Record<string, object>> = {};
  for (const route of routes) {
    for (const [method, operation] of Object.entries(route.operations)) {
      if (!operation.declaration) continue;
      const described = kindOf(route, operation)(offerOf(operation.declaration, operation, samples));
      (paths[route.path] ??= {})[method.toLowerCase()] = isStrictRoute(route)
        ? withStrictHeaders(described)
        : described;
    }
  }
  return paths;
}

/** The access and the cost of an operation decide most of its failures. */
function kindOf(
  { isMetered }: Route,
  { access, isConditional, isFree, isOpenToOrigins }: Operation,
): (offer: OperationSource) => { responses: Record<string, object> } {
  if (!isMetered) return unmeteredRead;
  if (access) return staffOperation;
  if (isOpenToOrigins) return anyOriginWrite;
  if (isConditional) return conditionalRead;
  return isFree ? freeRead : openWrite;
}

function offerOf(declaration: Declaration, { isEntry }: Operation, samples: readonly RecordSample[]): OperationSource {
  const { operationId, tag, summary, input, output, otherOutputs = [], failures = [] } = declaration;
  return {
    operationId,
    tag: tag.name,
    summary,
    ...describe(declaration, isEntry ? ` ${entryNote}` : ""),
    parameters: parametersOf(input, samples),
    requestBody: requestBodyOf(input, samples),
    success: successOf(output, samples),
    otherSuccesses: otherOutputs.map((other) => successOf(other, samples)),
    failures: [...inputFailures(input), ...failures],
  };
}

function describe(
  { description, deprecation }: Declaration,
  note: string,
): Pick<OperationSource, "description" | "isDeprecated"> {
  if (!deprecation) return { description: description && description + note };
  const notice = deprecationNotice(deprecation);
  return { description: description === undefined ? notice : `${notice} ${description}`, isDeprecated: true };
}

function parametersOf(input: InputDeclaration, samples: readonly RecordSample[]) {
  const { query, queryExamples = {}, headers = [] } = input;
  return [
    ...pathParameters(input, samples),
    ...(query ? queryParameters(query, (name) => shown(queryExamples[name], samples)) : []),
    ...headers.map(parameterReference),
  ];
}

function pathParameters({ params = {} }: InputDeclaration, samples: readonly RecordSample[]) {
  return Object.entries(params).map(([name, { description, example }]) => ({
    name,
    in: "path",
    required: true,
    description,
    schema: { type: "string" },
    ...shown(example, samples),
  }));
}

function requestBodyOf(
  { body, bodyExample, otherBodies = {}, isBodyOptional }: InputDeclaration,
  samples: readonly RecordSample[],
) {
  if (!body) return undefined;
  const { required, content } = requestBodyFor(body, shown(bodyExample, samples));
  return { required: required && !isBodyOptional, content: { ...content, ...otherBodies } };
}

function successOf(
  { schema, example, headers = [], optionalHeaders = [], ...output }: OutputDeclaration,
  samples: readonly RecordSample[],
) {
  return {
    ...output,
    headers: [...headers, ...optionalHeaders],
    schema: answerSchema(schema),
    ...shown(example, samples),
  };
}

/** The 400 for invalid input, and the further failures of a body. */
function inputFailures({ query, body }: InputDeclaration) {
  if (body) return [invalidInput, contentTooLarge, unsupportedMediaType];
  return [query ? invalidInput : badRequest];
}

function shown(example: ExampleSource | undefined, samples: readonly RecordSample[]): { example?: unknown } {
  const value: unknown = typeof example === "function" ? example(samples) : example;
  return value === undefined ? {} : { example: value };
}
