import "server-only";
import type { z } from "zod";

/* The parts of OpenAPI 3.1 that our document uses, and that the reference or the types of the public reads show. */

type PlainMember = "$ref" | "type" | "description" | "required" | "enum" | "const" | "default" | "format" | BoundMember;
type BoundMember = `${"min" | "max"}${"Length" | "imum" | "Items"}`;

export interface JsonSchema extends Pick<z.core.JSONSchema.JSONSchema, PlainMember> {
  properties?: Record<string, JsonSchema>;
  additionalProperties?: boolean | JsonSchema;
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
}

interface Reference {
  $ref: string;
}

export interface DocumentContent {
  "application/json": { schema: JsonSchema; example?: unknown; examples?: Record<string, { value: unknown }> };
}

export interface DocumentParameter {
  name: string;
  in: "path" | "query" | "header";
  required?: boolean;
  description?: string;
  /** Whether several values are sent by repeating the parameter; without it they are. */
  explode?: boolean;
  schema: JsonSchema;
  example?: unknown;
}

export interface DocumentResponse {
  description: string;
  headers?: Record<string, Reference>;
  content?: DocumentContent;
}

export interface DocumentOperation {
  operationId: string;
  summary: string;
  deprecated?: boolean;
  description?: string;
  tags: string[];
  security: Record<string, unknown>[];
  parameters?: (Reference | DocumentParameter)[];
  requestBody?: { content: DocumentContent };
  responses: Record<string, Reference | DocumentResponse>;
}

export interface ApiDocument {
  info: { description: string };
  servers: { url: string }[];
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, DocumentOperation>>;
  components: {
    schemas: Record<string, JsonSchema>;
    responses: Record<string, DocumentResponse>;
    parameters: Record<string, DocumentParameter>;
    headers: Record<string, { description: string; required?: boolean }>;
  };
}

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
