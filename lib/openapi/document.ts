import "server-only";
import packageFile from "../../package.json" with { type: "json" };
import type { Resource } from "../resource/resource.ts";
import { change, changeOutcome } from "../changes/schema.ts";
import { decision } from "../data-quality/schema.ts";
import { resources } from "../resources/resources.ts";
import { declaredPaths } from "./declared-paths.ts";
import { documentedRoutes } from "./documented-routes.ts";
import type { Exhibit } from "./exhibit.ts";
import { contentTooLarge, invalidInput, notFound, unsupportedMediaType } from "../http/failures.ts";
import { headers } from "./headers.ts";
import { introduction, type Limits } from "./introduction.ts";
import { commonFailures } from "./operation.ts";
import { parameters } from "./parameters.ts";
import { resourcePaths } from "./resource-paths.ts";
import { componentResponses } from "./responses.ts";
import { componentSchemas, namedSchemas } from "./schemas.ts";
import { securitySchemes } from "./security.ts";
import { conflict, preconditionFailed } from "../resource/failures.ts";

const declarations = documentedRoutes.flatMap(({ operations }) =>
  Object.values(operations).flatMap(({ declaration }) => declaration ?? []),
);

const failures = new Set([
  ...commonFailures,
  ...[invalidInput, conflict, preconditionFailed, contentTooLarge, unsupportedMediaType],
  ...resources.map(notFound),
  ...declarations.flatMap((declaration) => declaration.failures ?? []),
]);

/** What callers send. */
const inputSchemas = [
  ...resources.flatMap(({ creation, change: updating }) => [creation, updating]),
  ...declarations.flatMap(({ input }) => input.body ?? []),
  // Part of the body of `POST /changes`.
  change,
];

/** What they get. */
const outputSchemas = new Set([
  ...resources.flatMap(({ record, entry }) => [record, entry]),
  ...declarations.flatMap(({ output, otherOutputs = [] }) =>
    [output, ...otherOutputs].flatMap(({ schema }) => namedSchemas(schema)),
  ),
  // Parts of the answers of `POST /changes` and `GET /problems`.
  ...[change, changeOutcome, decision],
  ...[...failures].flatMap(({ bodies }) => bodies.map(({ schema }) => schema)),
]);

/** Every schema that the document shows by name. */
export const documentedSchemas = [...inputSchemas, ...outputSchemas];

/** The OpenAPI document (contract §10). */
export function openapiDocument(limits: Limits, exhibits: readonly Exhibit[]) {
  const samples = exhibits.flatMap(({ resource, sample }) => (sample ? [{ ...sample, path: resource.path }] : []));
  const paths: Record<string, object> = {
    ...Object.fromEntries(exhibits.flatMap((exhibit) => Object.entries(resourcePaths(exhibit)))),
    ...declaredPaths(documentedRoutes, samples),
  };
  return {
    openapi: "3.1.0",
    info: {
      title: "Theatre Listings",
      version: packageFile.version,
      summary: "London West End theatre listings as JSON.",
      description: introduction(limits),
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: "/api", description: "This service." }],
    tags: [...resources.map(tagOf), ...new Set(declarations.map(({ tag }) => tag))],
    paths,
    components: {
      schemas: { ...componentSchemas(outputSchemas, "output"), ...componentSchemas(inputSchemas, "input") },
      responses: componentResponses(failures),
      parameters,
      headers,
      securitySchemes,
    },
  };
}

function tagOf({ plural, record }: Resource) {
  return { name: plural, description: record.meta()?.description ?? plural };
}
