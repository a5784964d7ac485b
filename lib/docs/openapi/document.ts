import "server-only";
import { changeInput, changeOutcome } from "../../editing/changes/schema.browser.ts";
import { decision } from "../../editing/data-quality/schema.browser.ts";
import type { Declaration, Failure, RecordSample } from "../../http/declaration.ts";
import { contentTooLarge, invalidInput, unsupportedMediaType } from "../../http/failures.ts";
import type { Route } from "../../http/route.ts";
import { conflict, preconditionFailed } from "../../records/failures.ts";
import { resources } from "../../resources/resources.ts";
import { updateItems } from "../../listings/updates/document.ts";
import { commonFailures, declaredPaths, parameters } from "./declared-paths.ts";
import { headers, sharedResponses } from "./responses.ts";
import { documentInfo, knownOrigin, type DocumentSettings } from "./info.ts";
import { componentSchemas, namedSchemas } from "./schemas.ts";

/** The OpenAPI document (contract §10), in the order of `routes`. @param samples one record of each resource with any. */
export function openapiDocument(
  routes: readonly Route[],
  settings: DocumentSettings,
  samples: readonly RecordSample[],
) {
  const declarations = declarationsOf(routes);
  const paths = declaredPaths(routes, samples);
  return {
    openapi: "3.1.0",
    info: documentInfo(settings),
    // Absolute where the address is known, so that other tools can import the document.
    servers: [{ url: `${knownOrigin(settings)}/api`, description: "This service." }],
    tags: byKey(
      declarations.map(({ tag }) => tag),
      ({ name }) => name,
    ),
    paths,
    components: {
      schemas: {
        ...componentSchemas(outputSchemas(declarations), "output"),
        ...componentSchemas(inputSchemas(declarations), "input"),
      },
      responses: sharedResponses(failuresOf(declarations), paths),
      parameters,
      headers,
      securitySchemes,
    },
  };
}

export function documentedSchemas(routes: readonly Route[]) {
  const declarations = declarationsOf(routes);
  return [...inputSchemas(declarations), ...outputSchemas(declarations)];
}

function declarationsOf(routes: readonly Route[]): Declaration[] {
  return routes.flatMap(({ operations }) => Object.values(operations).flatMap(({ declaration }) => declaration ?? []));
}

function failuresOf(declarations: readonly Declaration[]): Failure[] {
  const usual = [invalidInput, conflict, preconditionFailed, contentTooLarge, unsupportedMediaType];
  const declared = declarations.flatMap(({ failures = [] }) => failures);
  return byKey([...commonFailures, ...usual, ...declared], ({ id }) => id);
}

function inputSchemas(declarations: readonly Declaration[]) {
  // The last is part of the body of `POST /changes`.
  return [...declarations.flatMap(({ input }) => input.body ?? []), changeInput];
}

function outputSchemas(declarations: readonly Declaration[]) {
  return new Set([
    // A record comes before its list entry, which contains it.
    ...resources.flatMap(({ record, entry }) => [record, entry]),
    ...declarations.flatMap(({ output, otherOutputs = [] }) =>
      [output, ...otherOutputs].flatMap(({ schema }) => namedSchemas(schema)),
    ),
    // Parts of the responses of `POST /changes`, `GET /problems` and `GET /updates`.
    ...[changeInput, changeOutcome, decision, ...updateItems],
    ...failuresOf(declarations).flatMap(({ bodies }) => bodies.map(({ schema }) => schema)),
  ]);
}

/** Removes duplicates by key: each operation of a resource declares the same tag and the same failures. */
function byKey<Item>(items: readonly Item[], keyOf: (item: Item) => string): Item[] {
  return [...new Map(items.map((item) => [keyOf(item), item])).values()];
}

/** `components.securitySchemes` (contract §2). Reading requires neither. */
const securitySchemes = {
  apiKey: {
    type: "http",
    scheme: "bearer",
    bearerFormat: "tl_live_…",
    description: "An API key from the developer pages: it raises the daily limit. It never authorises a write.",
  },
  session: {
    type: "apiKey",
    in: "cookie",
    name: "next-auth.session-token",
    description:
      "The session of a signed-in account. Without an `Authorization` header it raises the daily limit as a key does. Required for your own keys and account; writes and the activity log require the session of an editor or an administrator.",
  },
};
