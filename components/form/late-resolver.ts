import type { Resolver } from "react-hook-form";
import type { z } from "zod";

/** The values of a form's controls: always text, as typed. */
export type TypedValues = Record<string, string>;

/**
 * Validates a form with the API's own schema, so that both report the same issues. The schema and zod load on first
 * use, to keep the page small. If they can't be loaded, only the API validates.
 *
 * @param load loads the schema.
 * @param toData converts typed values to what the API takes, if it is not the same.
 */
export function lateResolver<Data>(
  load: () => Promise<z.ZodType<Data>>,
  toData: (values: TypedValues) => unknown = (values) => values,
): Resolver<TypedValues, unknown, Data> {
  return async (current, context, options) => {
    // The form goes on changing its object while the schema loads: what is validated are the values of this moment.
    const values = { ...current };
    const loaded = await schemaResolver(load, toData).catch(() => null);
    return loaded ? loaded(values, context, options) : { values: toData(values) as Data, errors: {} };
  };
}

/** schema-resolver must be loaded first: it configures zod before a schema is created. */
async function schemaResolver<Data>(load: () => Promise<z.ZodType<Data>>, toData: (values: TypedValues) => unknown) {
  const { resolverOf } = await import("./schema-resolver");
  return resolverOf(await load(), toData);
}
