import "server-only";
import type { List, Piece } from "../../catalogue/list.ts";
import { entryOf, entryText, recordText, type Row } from "../../catalogue/row.ts";
import { Representation } from "../../catalogue/representation.ts";
import { meteredRoute, type Route } from "../../http/route.ts";
import type { Infrastructure } from "../../infrastructure.ts";
import { memoize } from "../../core/memoize.browser.ts";
import { resources } from "../../resources/resources.ts";
import { openapiDocument } from "./document.ts";
import { z } from "zod";
import type { Env } from "../../settings/env.ts";
import { defineOperation } from "../../http/define-operation.ts";
import { serviceTag } from "../../http/service/service-routes.ts";
import type { ApiDocument, DocumentOperation, DocumentParameter, JsonSchema } from "../reference/document-shape.ts";
import type { DocumentSettings } from "./info.ts";

/** The document with current examples, built again when one of them has changed. @param version as for `Catalogue.reach`. */
export async function currentDocument(
  routes: readonly Route[],
  { catalogue, derived, settings }: Pick<Infrastructure, "catalogue" | "derived" | "settings">,
  version: number | null,
): Promise<Representation> {
  await catalogue.reach(version);
  return derived.get(
    "OpenAPI document",
    (read) => {
      const samples = resources.flatMap(({ path }) => {
        const row = read.input(`example of ${path}`, () => bestExample(catalogue.list(path)));
        return row ? [{ path, id: row.id, record: recordText(row), entry: entryText(row) }] : [];
      });
      return Representation.json(openapiDocument(routes, settings, samples));
    },
    ({ identity }) => identity.length,
  );
}

/** The first record with the fewest nulls, which makes the most complete example; undefined when the list is empty. */
function bestExample({ pieces }: List): Row | undefined {
  return fewestNulls(pieces.flatMap((piece) => exampleOfPiece(piece) ?? []))?.row;
}

/** Pieces without a changed record are the same after a change. */
const exampleOfPiece = memoize(
  ({ rows }: Piece) => fewestNulls(rows.map((row) => ({ row, nulls: countNulls(entryOf(row)) }))) ?? null,
);

function fewestNulls<Counted extends { readonly nulls: number }>(examples: readonly Counted[]): Counted | undefined {
  const fewest = Math.min(...examples.map(({ nulls }) => nulls));
  return examples.find(({ nulls }) => nulls === fewest);
}

function countNulls(value: unknown): number {
  if (value === null) return 1;
  if (typeof value !== "object") return 0;
  return Object.values(value).reduce((nulls: number, member) => nulls + countNulls(member), 0);
}

/** `GET /openapi.json`. @param routes the documented routes, including this one. */
export function openapiRouteFor(routes: () => readonly Route[]): Route {
  return meteredRoute("/openapi.json", {
    GET: defineOperation({
      operationId: "getOpenapi",
      tag: serviceTag,
      summary: "Get this document",
      isConditional: true,
      output: { description: "The OpenAPI 3.1 description of the service.", schema: z.looseObject({}) },
      handle: async ({ infrastructure, versions }) => ({
        body: await currentDocument(routes(), infrastructure, versions?.data ?? null),
        isConditional: true,
      }),
    }),
  });
}

/** `GET /openapi.d.ts`: the types of the public reads alone. @param routes as for `openapiRouteFor`. */
export function typesRouteFor(routes: () => readonly Route[]): Route {
  const answersFor = memoize((settings: Env) => {
    const text = typesText(routes(), settings);
    return { text: new Representation(text, "application/typescript; charset=utf-8"), json: Representation.json(text) };
  });
  return meteredRoute("/openapi.d.ts", {
    GET: defineOperation({
      operationId: "getTypes",
      tag: serviceTag,
      summary: "Get the types of the public reads",
      description: "TypeScript, as the typed client uses it. With `Accept: application/json` it is a string of JSON.",
      isConditional: true,
      input: { query: z.strictObject({}) },
      output: {
        description: "The types of all public reads and of what they answer.",
        schema: z.string(),
        otherTypes: ["application/typescript"],
      },
      handle: ({ request, infrastructure }) => {
        const isJson = /application\/json/i.test(request.header("accept") ?? "");
        const { text, json } = answersFor(infrastructure.settings);
        const headers = { Vary: "Accept, Accept-Encoding, Authorization, Cookie" };
        return { body: isJson ? json : text, isConditional: true, headers };
      },
    }),
  });
}

type Read = ReturnType<typeof readOf>[number];

/** TypeScript of all public reads of JSON and of what they answer, for `packages/client` and programs that need only types. */
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
function readOf(path: string, { summary, security, parameters = [], responses }: DocumentOperation) {
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
  const members = parameters.map(
    ({ name, required = false, schema }) => `${name}${required ? "" : "?"}: ${typeOf(schema, "  ")}`,
  );
  return members.length === 0 ? "Record<never, never>" : `{ ${members.join("; ")} }`;
}

function typeOf(schema: JsonSchema, indent: string): string {
  const { $ref, anyOf, oneOf, items, properties, additionalProperties, type } = schema;
  if ($ref !== undefined) return $ref.slice($ref.lastIndexOf("/") + 1);
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  const choices = anyOf ?? oneOf;
  if (choices) return choices.map((one) => typeOf(one, indent)).join(" | ");
  if (Array.isArray(type)) return type.map((one) => typeOf({ ...schema, type: one }, indent)).join(" | ");
  if (type === "array") return `Array<${items ? typeOf(items, indent) : "unknown"}>`;
  if (properties) return objectOf(properties, schema.required ?? [], indent);
  if (typeof additionalProperties === "object") return `Record<string, ${typeOf(additionalProperties, indent)}>`;
  if (type === "integer") return "number";
  return type === "object" ? "Record<string, unknown>" : (type ?? "unknown");
}

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
