import "server-only";
import packageFile from "../../package.json" with { type: "json" };
import {
  accountChange,
  accountDeletion,
  accountRecord,
  accountSession,
  foundNotice,
  managedAccount,
  newAccount,
  ownAccount,
  ownAccountChange,
} from "../accounts/schema.ts";
import { activityEntry } from "../activity/schema.ts";
import { ownAccountTag } from "../portal/account-examples.ts";
import { keysTag } from "../portal/key-examples.ts";
import { serviceTag } from "../service/tag.ts";
import { health, readiness } from "../service/health.ts";
import { quota } from "../service/quota.ts";
import type { Resource } from "../resource/resource.ts";
import { foundKey, issuedKey, keyRecord, newKey, revokedKey, rotation, usageDay } from "../keys/schema.ts";
import { resources } from "../resources/resources.ts";
import { change } from "../changes/schema.ts";
import { dataProblem, decision } from "../data-quality/schema.ts";
import { securityLogEntry } from "../security-log/schema.ts";
import { accountNotFound, accountsPaths, accountsTag } from "./accounts-paths.ts";
import { activityNotFound, activityPaths, activityTag } from "./activity-paths.ts";
import { changesFailures, changesInputs, changesOutputs, changesPaths, changesTag } from "./changes-paths.ts";
import { declaredPaths } from "./declared-paths.ts";
import { documentedRoutes } from "./documented-routes.ts";
import type { Exhibit } from "./exhibit.ts";
import { notFound } from "./failures.ts";
import { headers } from "./headers.ts";
import { introduction, type Limits } from "./introduction.ts";
import { commonFailures } from "./operation.ts";
import { parameters } from "./parameters.ts";
import { resourcePaths } from "./resource-paths.ts";
import { problemsPaths } from "./problems-paths.ts";
import { componentResponses } from "./responses.ts";
import { componentSchemas } from "./schemas.ts";
import { securitySchemes } from "./security.ts";
import { conflict, contentTooLarge, invalidInput, preconditionFailed, unsupportedMediaType } from "./write-failures.ts";

const failures = new Set([
  ...commonFailures,
  ...[invalidInput, conflict, preconditionFailed, contentTooLarge, unsupportedMediaType],
  ...[
    ...resources.map(notFound),
    activityNotFound,
    accountNotFound,
    ...["Key", "Provider", "Session"].map((singular) => notFound({ singular })),
  ],
  ...changesFailures,
]);

/** What callers send. */
const inputSchemas = [
  ...resources.flatMap(({ creation, change: updating }) => [creation, updating]),
  ...[newAccount, accountChange, newKey, rotation, foundKey],
  ...[ownAccountChange, accountDeletion],
  ...[change, ...changesInputs],
];

/** What they get. */
const outputSchemas = new Set([
  ...resources.flatMap(({ record, entry }) => [record, entry]),
  ...[activityEntry, accountRecord, managedAccount, securityLogEntry, keyRecord, issuedKey, usageDay, revokedKey],
  ...[ownAccount, accountSession, foundNotice, quota, health, readiness],
  ...[change, decision, dataProblem, ...changesOutputs],
  ...[...failures].flatMap(({ bodies }) => bodies.map(({ schema }) => schema)),
]);

/** Every schema that the document shows by name. */
export const documentedSchemas = [...inputSchemas, ...outputSchemas];

/** The OpenAPI document (contract §10). */
export function openapiDocument(limits: Limits, exhibits: readonly Exhibit[]) {
  const samples = exhibits.flatMap(({ resource, sample }) => (sample ? [{ ...sample, path: resource.path }] : []));
  const paths: Record<string, object> = {
    ...Object.fromEntries(exhibits.flatMap((exhibit) => Object.entries(resourcePaths(exhibit)))),
    ...activityPaths(exhibits),
    ...changesPaths,
    ...problemsPaths,
    ...accountsPaths,
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
    tags: [...resources.map(tagOf), activityTag, changesTag, accountsTag, keysTag, ownAccountTag, serviceTag],
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
