import "server-only";
import type { z } from "zod";
import type { Resource } from "../resource/resource.ts";
import type { Listing } from "../snapshots/shelf.ts";
import { exampleOf } from "./example-of.ts";
import { badRequest, contentTooLarge, invalidInput, notFound, unsupportedMediaType } from "../http/failures.ts";
import { staffOperation } from "./operation.ts";
import { parameterReference } from "./parameters.ts";
import { pascalCase } from "../http/declaration.ts";
import { cascadeParameters, idParameter } from "./resource-parameters.ts";
import { schemaReference } from "./schemas.ts";
import { conflict, preconditionFailed } from "../resource/failures.ts";

/** Of every write that has a body. */
const inputFailures = [invalidInput, contentTooLarge, unsupportedMediaType];

export function creationOperation(resource: Resource, sample: Listing | null) {
  const { singular, plural, creation } = resource;
  const noun = singular.toLowerCase();
  return staffOperation({
    operationId: `create${pascalCase(singular)}`,
    tag: plural,
    summary: `Add a ${noun}`,
    requestBody: requestBody(creation, sample),
    success: {
      status: 201,
      headers: ["Location", "ETag"],
      ...recordAnswer(resource, sample, `The ${noun}, with its new id.`),
    },
    failures: [...inputFailures, conflict],
  });
}

export function changeOperation(resource: Resource, sample: Listing | null) {
  const { singular, plural, change } = resource;
  const noun = singular.toLowerCase();
  return staffOperation({
    operationId: `update${pascalCase(singular)}`,
    tag: plural,
    summary: `Change a ${noun}`,
    description: "Changes the fields that the body carries. A record that was read can be sent back whole.",
    parameters: [idParameter(resource, sample), parameterReference("IfMatch")],
    requestBody: requestBody(change, sample),
    success: { headers: ["ETag"], ...recordAnswer(resource, sample, `The ${noun} as it now is.`) },
    failures: [...inputFailures, notFound(resource), conflict, preconditionFailed],
  });
}

export function removalOperation(resource: Resource, sample: Listing | null) {
  const { singular, plural } = resource;
  const noun = singular.toLowerCase();
  return staffOperation({
    operationId: `delete${pascalCase(singular)}`,
    tag: plural,
    summary: `Delete a ${noun}`,
    parameters: [idParameter(resource, sample), ...cascadeParameters(resource), parameterReference("IfMatch")],
    success: { headers: ["ETag"], ...recordAnswer(resource, sample, `The ${noun} as it was.`) },
    failures: [badRequest, notFound(resource), conflict, preconditionFailed],
  });
}

function recordAnswer({ record }: Resource, sample: Listing | null, description: string) {
  return { description, schema: schemaReference(record), ...exampleOf(sample, ({ record: json }) => JSON.parse(json)) };
}

function requestBody(input: z.ZodObject, sample: Listing | null) {
  const example = exampleOf(sample, ({ record: json }) => withoutId(JSON.parse(json) as object));
  return { required: true, content: { "application/json": { schema: schemaReference(input), ...example } } };
}

function withoutId(record: object) {
  return Object.fromEntries(Object.entries(record).filter(([name]) => name !== "id"));
}
