import "server-only";
import packageFile from "../../package.json" with { type: "json" };
import { health, readiness } from "../api/health.ts";
import { quota } from "../api/quota.ts";
import type { Resource } from "../api/resource.ts";
import type { Listing } from "../catalogue/shelf.ts";
import { resources } from "../resources.ts";
import { notFound } from "./failures.ts";
import { headers } from "./headers.ts";
import { introduction, type Limits } from "./introduction.ts";
import { commonFailures, parameters } from "./operation.ts";
import { resourcePaths } from "./resource-paths.ts";
import { componentResponses } from "./responses.ts";
import { componentSchemas } from "./schemas.ts";
import { securitySchemes } from "./security.ts";
import { servicePaths, serviceTag } from "./service-paths.ts";

/** A resource, and a real record of it to show; null where there is none. */
interface Exhibit {
  resource: Resource;
  sample: Listing | null;
}

const failures = [...commonFailures, ...resources.map(notFound)];

/** Every schema that the document shows by name. */
export const documentedSchemas = new Set([
  ...resources.flatMap(({ record, entry }) => [record, entry]),
  quota,
  health,
  readiness,
  ...failures.map(({ body }) => body),
]);

/** The OpenAPI document (contract §10). */
export function openapiDocument(limits: Limits, exhibits: readonly Exhibit[]) {
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
    tags: [...resources.map(tagOf), serviceTag],
    paths: Object.fromEntries([
      ...exhibits.flatMap(({ resource, sample }) => Object.entries(resourcePaths(resource, sample))),
      ...Object.entries(servicePaths),
    ]),
    components: {
      schemas: componentSchemas(documentedSchemas),
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
