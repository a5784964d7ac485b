import "server-only";
import { resolveReference, referenceName, type Components, type JsonSchema } from "./document-shape.ts";
import type { DocumentedField } from "./schema.browser.ts";

type Schemas = Components["schemas"];

/** A schema's fields as a flat list, nested ones after their parent: `show`, `show.name`, `fixes[].label`. */
export function fieldsOf(
  schema: JsonSchema,
  schemas: Schemas,
  above = "",
  seen: readonly string[] = [],
): DocumentedField[] {
  const address = schema.$ref;
  if (address !== undefined) {
    // A recursive schema would never end.
    if (seen.includes(address)) return [];
    return fieldsOf(resolveReference(schemas, address), schemas, above, [...seen, address]);
  }
  if (schema.items) return fieldsOf(schema.items, schemas, above, seen);
  const one = some(schema);
  if (one !== schema) return fieldsOf(one, schemas, above, seen);
  if (schema.oneOf) return merged(schema.oneOf.flatMap((choice) => fieldsOf(choice, schemas, above, seen)));
  return Object.entries(schema.properties ?? {}).flatMap(([key, property]) => {
    const name = above === "" ? key : `${above}.${key}`;
    const field = fieldOf(name, property, schemas, schema.required?.includes(key) ?? false);
    return [field, ...fieldsOf(property, schemas, property.items ? `${name}[]` : name, seen)];
  });
}

export function fieldOf(name: string, schema: JsonSchema, schemas: Schemas, isRequired: boolean): DocumentedField {
  const target = schema.$ref === undefined ? schema : resolveReference(schemas, schema.$ref);
  return {
    name,
    type: typeOf(schema),
    mayBeNull: hasNull(target),
    isRequired,
    limits: limitsOf(some(target)),
    description: schema.description ?? some(target).description ?? "",
  };
}

/** In words: `array of Show`, `string`, `object`. */
export function typeOf(schema: JsonSchema): string {
  if (schema.$ref !== undefined) return referenceName(schema.$ref);
  const one = some(schema);
  if (one.items) return `array of ${typeOf(one.items)}`;
  if (one.oneOf) return [...new Set(one.oneOf.map(typeOf))].join(" or ");
  const types = (typeof one.type === "string" ? [one.type] : (one.type ?? [])).filter((type) => type !== "null");
  if (types.length > 0)
    return one.format === "date" ? "date" : one.format === "date-time" ? "time" : types.join(" or ");
  return one.properties ? "object" : typeof (one.const ?? one.enum?.[0] ?? {});
}

/** The schema without null. */
function some(schema: JsonSchema): JsonSchema {
  const choices = schema.anyOf?.filter(({ type }) => type !== "null") ?? [];
  const [only] = choices;
  return only && choices.length === 1 ? only : schema;
}

function hasNull({ type, anyOf }: JsonSchema): boolean {
  return (Array.isArray(type) && type.includes("null")) || (anyOf?.some((choice) => choice.type === "null") ?? false);
}

/** Merges alternative shapes of a response: a field that not all have is not required. */
function merged(fields: DocumentedField[]): DocumentedField[] {
  const byName = new Map<string, DocumentedField>();
  for (const field of fields) {
    const before = byName.get(field.name);
    const limits = [...new Set([...(before?.limits ?? []), ...field.limits])];
    byName.set(field.name, before ? { ...before, limits, isRequired: before.isRequired && field.isRequired } : field);
  }
  return [...byName.values()];
}

const number = new Intl.NumberFormat("en-GB");

/** The constraints of a value, one per line. */
function limitsOf(schema: JsonSchema): string[] {
  const { enum: values, const: only, default: usual } = schema;
  return [
    ...(only === undefined ? [] : [`\`${JSON.stringify(only)}\``]),
    ...(values ? [`one of ${values.map((value) => `\`${String(value)}\``).join(", ")}`] : []),
    ...(schema.format === "date" ? ["`YYYY-MM-DD`"] : []),
    ...(schema.format === "date-time" ? ["ISO 8601"] : []),
    ...range(schema.minLength, schema.maxLength, "character", "characters"),
    ...range(schema.minimum, schema.maximum, "", ""),
    ...range(schema.minItems, schema.maxItems, "entry", "entries"),
    ...(usual === undefined ? [] : [`\`${JSON.stringify(usual)}\` when absent`]),
  ];
}

function range(least: number | undefined, max: number | undefined, one: string, several: string): string[] {
  const units = (count: number) => `${number.format(count)} ${count === 1 ? one : several}`.trim();
  if (least !== undefined && max !== undefined) return [`${number.format(least)} to ${units(max)}`];
  if (max !== undefined) return [`at most ${units(max)}`];
  return least === undefined || (least === 1 && one === "character") ? [] : [`at least ${units(least)}`];
}
