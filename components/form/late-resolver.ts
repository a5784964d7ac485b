import type { Resolver } from "react-hook-form";
import type { z } from "zod";

/** What stands in the controls of a form: always text, as it is typed. */
export type TypedValues = Record<string, string>;

/**
 * Asks the API's own schema about what is typed, so that a form says of a mistake what the API says. The schema comes
 * with zod when it is first asked: a page is there sooner without it. When it can't be had, the API alone says what is
 * wrong.
 *
 * @param load the schema.
 * @param toData what is typed as the API takes it.
 */
export function lateResolver<Data>(
  load: () => Promise<z.ZodType<Data>>,
  toData: (values: TypedValues) => unknown,
): Resolver<TypedValues, unknown, Data> {
  return async (values, context, options) => {
    const loaded = await schemaResolver(load, toData).catch(() => null);
    return loaded ? loaded(values, context, options) : { values: toData(values) as Data, errors: {} };
  };
}

/** In this order: zod is told what it may before a schema is made. */
async function schemaResolver<Data>(load: () => Promise<z.ZodType<Data>>, toData: (values: TypedValues) => unknown) {
  const { resolverOf } = await import("./schema-resolver");
  return resolverOf(await load(), toData);
}
