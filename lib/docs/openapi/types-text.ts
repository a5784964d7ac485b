import "server-only";
import type { Route } from "../../http/route.ts";
import type { ApiDocument, DocumentOperation, DocumentParameter, JsonSchema } from "../reference/document-shape.ts";
import { openapiDocument } from "./document.ts";
import type { DocumentSettings } from "./info.ts";

interface Read {
  readonly path: string;
  readonly summary: string;
  readonly parameters: readonly DocumentParameter[];
  readonly answer: JsonSchema;
}

/**
 * TypeScript of all public reads of JSON and of what they answer, from the schemas that validate: for `packages/client`,
 * and for programs that need no more than types.
 */
export function typesText(routes: readonly Route[], settings: DocumentSettings): string {
  // The document has the members that the types of it name.
  const { paths, components } = openapiDocument(routes, settings, []) as object as ApiDocument;
  const { schemas } = components;
  const reads = Object.entries(paths).flatMap(([path, { get }]) => (get ? readOf(path, get) : []));
  const names = reachedFrom(reads, schemas);
  return [
    "// The types of the public reads, derived from the OpenAPI document. Do not edit.\n",
    ...Object.entries(schemas)
      .filter(([name]) => names.has(name))
      .map(([name, schema]) => `${comment(schema.description, "")}export type ${name} = ${typeOf(schema, "")};\n`),
    "/** The public reads, by their path under `/api`. */",
    "export interface Reads {",
    ...reads.map(
      ({ path, summary, parameters, answer }) =>
        `  /** ${summary}. */\n  ${JSON.stringify(path)}: { parameters: ${parametersOf(parameters)}; answer: ${typeOf(answer, "  ")} };`,
    ),
    "}\n",
  ].join("\n");
}

/** A read that needs no session, and answers JSON. */
function readOf(path: string, { summary, security, parameters = [], responses }: DocumentOperation): Read[] {
  const isPublic = security.length === 0 || security.some((scheme) => Object.keys(scheme).length === 0);
  const success = responses["200"];
  const answer = success && "content" in success ? success.content?.["application/json"]?.schema : undefined;
  if (!isPublic || !answer) return [];
  return [{ path, summary, parameters: parameters.filter((one) => "name" in one), answer }];
}

/** The names of the schemas that the reads use, directly or not. */
function reachedFrom(reads: readonly Read[], schemas: Readonly<Record<string, JsonSchema>>): Set<string> {
  const names = new Set<string>();
  const follow = (part: unknown): void => {
    for (const [, name = ""] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      if (names.has(name)) continue;
      names.add(name);
      follow(schemas[name]);
    }
  };
  follow(reads.map(({ answer, parameters }) => [answer, parameters]));
  return names;
}

function parametersOf(parameters: readonly DocumentParameter[]): string {
  const members = parameters.map(({ name, required, schema }) => {
    const type = typeOf(schema, "  ");
    return `${name}${required === true ? "" : "?"}: ${type}`;
  });
  return members.length === 0 ? "Record<never, never>" : `{ ${members.join("; ")} }`;
}

function typeOf(schema: JsonSchema, indent: string): string {
  const { $ref, anyOf, oneOf, items, properties, additionalProperties, type } = schema;
  if ($ref !== undefined) return $ref.slice($ref.lastIndexOf("/") + 1);
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  const choices = anyOf ?? oneOf;
  if (choices) return choices.map((one) => typeOf(one, indent)).join(" | ");
  if (Array.isArray(type)) return type.map((one: string) => typeOf({ ...schema, type: one }, indent)).join(" | ");
  if (type === "array") return `Array<${items ? typeOf(items, indent) : "unknown"}>`;
  if (properties) return objectOf(properties, schema.required ?? [], indent);
  if (typeof additionalProperties === "object") return `Record<string, ${typeOf(additionalProperties, indent)}>`;
  return primitives[String(type)] ?? "unknown";
}

const primitives: Readonly<Record<string, string>> = {
  string: "string",
  number: "number",
  integer: "number",
  boolean: "boolean",
  null: "null",
  object: "Record<string, unknown>",
};

function objectOf(
  properties: Readonly<Record<string, JsonSchema>>,
  required: readonly string[],
  indent: string,
): string {
  const inner = `${indent}  `;
  const members = Object.entries(properties).map(
    ([name, schema]) =>
      `${comment(schema.description, inner)}${inner}${name}${required.includes(name) ? "" : "?"}: ${typeOf(schema, inner)};`,
  );
  return `{\n${members.join("\n")}\n${indent}}`;
}

function comment(description: string | undefined, indent: string): string {
  return description === undefined ? "" : `${indent}/** ${description.replaceAll("*/", "* /")} */\n`;
}
