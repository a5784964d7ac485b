import "server-only";
import { z } from "zod";
import { foldName } from "../../core/fold.browser.ts";

/* The values of the parameters, as they are sent. */

/** Several values in one parameter, separated by commas, each once. @param max the most of them. */
export function commaList<Item extends z.ZodType<string, string>>(item: Item, max: number) {
  return z
    .string()
    .transform((value) => value.split(","))
    .pipe(
      z
        .array(item)
        .min(1)
        .max(max, { error: `must have at most ${max} values`, abort: true })
        .refine((values) => new Set(values).size === values.length, "must have each value once")
        .meta({ uniqueItems: true }),
    );
}

export const oneId = z.string().min(1, "must be an id, or several separated by commas");

/** The text that names are compared with. */
export const searchText = z
  .string()
  .refine((text) => text !== "" && [...text].length <= 100, "must have 1 to 100 characters")
  .refine((text) => text === "" || foldName(text) !== "", "must have a letter or a digit")
  .meta({ minLength: 1, maxLength: 100 });

export const point = z
  .string()
  .refine((value) => parsePoint(value) !== null, "must be latitude,longitude in degrees, such as 51.5117,-0.1246")
  .meta({ pattern: "^-?\\d{1,3}(\\.\\d+)?,-?\\d{1,3}(\\.\\d+)?$" });

export function parsePoint(value: string): { lat: number; lng: number } | null {
  const [, lat, lng] = /^(-?\d{1,3}(?:\.\d+)?),(-?\d{1,3}(?:\.\d+)?)$/.exec(value) ?? [];
  if (lat === undefined || lng === undefined) return null;
  return Math.abs(Number(lat)) <= 90 && Math.abs(Number(lng)) <= 180 ? { lat: Number(lat), lng: Number(lng) } : null;
}

export function externalIdParameter(schemes: readonly string[]) {
  const known = new RegExp(`^(${schemes.join("|")}):.+$`, "s");
  return z.string().regex(known, `must be scheme:id, the scheme one of ${schemes.join(", ")}`);
}

export function choices(values: readonly string[], lead: string) {
  return z.enum(values as [string, ...string[]], `${lead} ${values.join(", ")}`);
}
