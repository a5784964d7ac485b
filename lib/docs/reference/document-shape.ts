import "server-only";
import { z } from "zod";

/** The parts of OpenAPI 3.1 that our document uses and the reference shows. */

const referenceShape = z.object({ $ref: z.string() });

export interface JsonSchema {
  $ref?: string | undefined;
  type?: string | string[] | undefined;
  description?: string | undefined;
  properties?: Record<string, JsonSchema> | undefined;
  required?: string[] | undefined;
  items?: JsonSchema | undefined;
  anyOf?: JsonSchema[] | undefined;
  oneOf?: JsonSchema[] | undefined;
  enum?: unknown[] | undefined;
  const?: unknown;
  default?: unknown;
  format?: string | undefined;
  pattern?: string | undefined;
  minLength?: number | undefined;
  maxLength?: number | undefined;
  minimum?: number | undefined;
  maximum?: number | undefined;
  minItems?: number | undefined;
  maxItems?: number | undefined;
}

const jsonSchemaShape: z.ZodType<JsonSchema> = z.lazy(() =>
  z.object({
    $ref: z.string().optional(),
    type: z.union([z.string(), z.array(z.string())]).optional(),
    description: z.string().optional(),
    properties: z.record(z.string(), jsonSchemaShape).optional(),
    required: z.array(z.string()).optional(),
    items: jsonSchemaShape.optional(),
    anyOf: z.array(jsonSchemaShape).optional(),
    oneOf: z.array(jsonSchemaShape).optional(),
    enum: z.array(z.unknown()).optional(),
    const: z.unknown().optional(),
    default: z.unknown().optional(),
    format: z.string().optional(),
    pattern: z.string().optional(),
    minLength: z.number().optional(),
    maxLength: z.number().optional(),
    minimum: z.number().optional(),
    maximum: z.number().optional(),
    minItems: z.number().optional(),
    maxItems: z.number().optional(),
  }),
);

const contentShape = z.object({
  "application/json": z.object({
    schema: jsonSchemaShape,
    example: z.unknown().optional(),
    examples: z.record(z.string(), z.object({ value: z.unknown() })).optional(),
  }),
});
export type DocumentContent = z.infer<typeof contentShape>;

const parameterShape = z.object({
  name: z.string(),
  in: z.enum(["path", "query", "header"]),
  required: z.boolean().default(false),
  description: z.string().default(""),
  explode: z.boolean().default(true),
  schema: jsonSchemaShape,
  example: z.unknown().optional(),
});
export type DocumentParameter = z.infer<typeof parameterShape>;

const headerShape = z.object({ description: z.string(), required: z.boolean().optional() });

const responseShape = z.object({
  description: z.string(),
  headers: z.record(z.string(), referenceShape).default({}),
  content: contentShape.optional(),
});
export type DocumentResponse = z.infer<typeof responseShape>;

const operationShape = z.object({
  operationId: z.string(),
  summary: z.string(),
  deprecated: z.boolean().optional(),
  description: z.string().optional(),
  tags: z.array(z.string()).length(1),
  security: z.array(z.record(z.string(), z.unknown())),
  parameters: z.array(z.union([referenceShape, parameterShape])).default([]),
  requestBody: z.object({ content: contentShape }).optional(),
  responses: z.record(z.string(), z.union([referenceShape, responseShape])),
});
export type DocumentOperation = z.infer<typeof operationShape>;

export const documentShape = z.object({
  info: z.object({ description: z.string() }),
  servers: z.tuple([z.object({ url: z.string() })]),
  tags: z.array(z.object({ name: z.string(), description: z.string() })),
  paths: z.record(z.string(), z.record(z.string(), operationShape)),
  components: z.object({
    schemas: z.record(z.string(), jsonSchemaShape),
    responses: z.record(z.string(), responseShape),
    parameters: z.record(z.string(), parameterShape),
    headers: z.record(z.string(), headerShape),
  }),
});
export type ApiDocument = z.infer<typeof documentShape>;
export type Components = ApiDocument["components"];

/** The last part of a `$ref`: the name of its target. */
export function referenceName(address: string): string {
  return address.slice(address.lastIndexOf("/") + 1);
}

/** The target of a `$ref`. @throws when there is none. */
export function resolveReference<Part>(parts: Record<string, Part>, address: string): Part {
  const part = parts[referenceName(address)];
  if (part === undefined) throw new Error(`The document refers to ${address}, which it does not have.`);
  return part;
}
