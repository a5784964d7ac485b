import "server-only";
import { z } from "zod";
import { memoize } from "../../core/memoize.browser.ts";
import { exampleId } from "../../http/declaration.ts";

type JsonSchema = z.core.JSONSchema.BaseSchema;

/** A `$ref` to the schema in `components.schemas`. The schema needs `.meta({ id })`. */
export function schemaReference(schema: z.ZodType) {
  return { $ref: address(idOf(schema)) };
}

/** The schema of a response: a list, a union, or a single schema. An unnamed schema stands for any object. */
export function answerSchema(schema: z.ZodType): object {
  if (schema instanceof z.ZodArray) return { type: "array", items: answerSchema(asSchema(schema.element)) };
  if (schema instanceof z.ZodUnion) return { oneOf: schema.options.map((option) => answerSchema(asSchema(option))) };
  if (schema instanceof z.ZodString) return { type: "string" };
  return schema.meta()?.id === undefined ? { type: "object" } : schemaReference(schema);
}

/** The schemas that `answerSchema` refers to. */
export function namedSchemas(schema: z.ZodType): z.ZodType[] {
  if (schema instanceof z.ZodArray) return namedSchemas(asSchema(schema.element));
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((option) => namedSchemas(asSchema(option)));
  return schema.meta()?.id === undefined ? [] : [schema];
}

/** Zod types a schema's members as its core type, although they are full schemas. */
function asSchema(schema: z.core.$ZodType): z.ZodType {
  return schema as z.ZodType;
}

/** `components.schemas`: JSON Schema (draft 2020-12) by id. @param io `input` for requests, `output` for responses. */
export function componentSchemas(schemas: Iterable<z.ZodType>, io: "input" | "output"): Record<string, JsonSchema> {
  const named = z.registry<{ id: string }>();
  for (const schema of schemas) named.add(schema, { id: idOf(schema) });
  const generated = z.toJSONSchema(named, { io, uri: address, override: simplify }).schemas;
  for (const schema of Object.values(generated)) {
    // This dialect is the default of OpenAPI 3.1, and references use the place in the document.
    delete schema.$schema;
    delete schema.$id;
  }
  return generated;
}

/** `parameters` of an operation, from the schema of its query. @param shown the example of a parameter, if any. */
export function queryParameters(schema: z.ZodObject, shown: (name: string) => { example?: unknown }) {
  const { properties = {} } = z.toJSONSchema(schema, { override: simplify });
  const { properties: sent = {} } = z.toJSONSchema(schema, { io: "input" });
  return Object.entries(properties).map(([name, property]) => {
    const { description, ...rest } = isPlain(property) ? property : {};
    // What is sent as one text has its values separated by commas.
    const explode = isPlain(sent[name]) && sent[name].type === "array";
    const several = rest.type === "array" ? { style: "form", explode } : {};
    return { name, in: "query", description, ...several, schema: rest, ...shown(name) };
  });
}

/** The example of an answer that no record illustrates: each member has a value of its type. None without a named schema. */
export const exampleFrom = memoize((schema: z.ZodType): { example?: unknown } => {
  if (namedSchemas(schema).length === 0) return {};
  const { $defs = {}, ...answer } = z.toJSONSchema(schema);
  return { example: exampleValue(answer, "", $defs) };
});

/** @param name that of the member. @param definitions the targets of `$ref`. */
function exampleValue(schema: unknown, name: string, definitions: Record<string, unknown>): unknown {
  if (!isPlain(schema)) return null;
  const { $ref, anyOf, oneOf, type, format, minimum = 1, minItems = 1, items, properties = {} } = schema;
  if ($ref !== undefined) return exampleValue(definitions[$ref.replace("#/$defs/", "")], name, definitions);
  const [choice] = anyOf ?? oneOf ?? [];
  if (choice !== undefined) return exampleValue(choice, name, definitions);
  const [constant = schema.const] = schema.enum ?? [];
  if (constant !== undefined) return constant;
  if (type === "object")
    return Object.fromEntries(
      Object.entries(properties).map(([member, inner]) => [member, exampleValue(inner, member, definitions)]),
    );
  if (type === "array") return Array.from({ length: minItems }, () => exampleValue(items, name, definitions));
  if (type === "integer" || type === "number") return Math.max(minimum, 1);
  if (type === "boolean") return name !== "blocked";
  return textsByFormat[format ?? ""] ?? textsByName[name] ?? "…";
}

const textsByFormat: Readonly<Record<string, string>> = {
  "date-time": "2026-10-02T18:30:00.000Z",
  date: "2026-10-02",
  uri: "https://listings.example.com/",
};
/** `date` is one that may be imprecise. */
const textsByName: Readonly<Record<string, string>> = {
  id: exampleId,
  email: "ada@example.com",
  name: "Ada",
  date: "2026-10-02",
  prefix: "tl_live_4Tq9",
  // No secret scanner takes it for a key.
  key: "tl_live_4Tq9…",
  device: "Firefox on Windows",
  address: "192.0.2.0/24",
};

function idOf(schema: z.ZodType): string {
  const id = schema.meta()?.id;
  if (id === undefined) throw new Error("A schema in the document needs a name: give it .meta({ id, description }).");
  return id;
}

function address(id: string): string {
  return `#/components/schemas/${id}`;
}

/** Shortens a schema without changing its meaning, for readers and for type generators. */
function simplify({ jsonSchema: schema }: { jsonSchema: JsonSchema }): void {
  if (schema.format === "date" || schema.format === "date-time") delete schema.pattern;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  mergeNull(schema);
}

/** Merges `anyOf` of a plain type and null into one nullable type, which keeps its description at the top. */
function mergeNull(schema: JsonSchema): void {
  const { anyOf = [], ...outer } = schema;
  const [some, none, ...others] = anyOf;
  if (!isPlain(some) || !isPlain(none) || none.type !== "null" || others.length > 0) return;
  if (typeof some.type !== "string" || some.enum || some.const !== undefined || some.type === "object") return;
  delete schema.anyOf;
  Object.assign(schema, some, { type: [some.type, "null"] }, outer);
}

function isPlain(schema: unknown): schema is JsonSchema {
  return typeof schema === "object";
}
