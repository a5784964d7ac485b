import "server-only";
import type { JsonSchema } from "./document-shape.ts";

const number = new Intl.NumberFormat("en-GB");

/** The constraints of a value, one per line. */
export function limitsOf(schema: JsonSchema): string[] {
  const { enum: values, const: only, default: usual } = schema;
  return [
    ...(only === undefined ? [] : [`\`${JSON.stringify(only)}\``]),
    ...(values ? [`one of ${values.map((value) => `\`${String(value)}\``).join(", ")}`] : []),
    ...dayOrTime(schema.format),
    ...range(schema.minLength, schema.maxLength, "character", "characters"),
    ...range(schema.minimum, schema.maximum, "", ""),
    ...range(schema.minItems, schema.maxItems, "entry", "entries"),
    ...(usual === undefined ? [] : [`\`${JSON.stringify(usual)}\` when absent`]),
  ];
}

function dayOrTime(format: string | undefined): string[] {
  if (format === "date") return ["`YYYY-MM-DD`"];
  return format === "date-time" ? ["ISO 8601"] : [];
}

function range(least: number | undefined, max: number | undefined, one: string, several: string): string[] {
  const units = (count: number) => `${number.format(count)} ${count === 1 ? one : several}`.trim();
  if (least !== undefined && max !== undefined) return [`${number.format(least)} to ${units(max)}`];
  if (max !== undefined) return [`at most ${units(max)}`];
  return least === undefined || (least === 1 && one === "character") ? [] : [`at least ${units(least)}`];
}
