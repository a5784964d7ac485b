import { zodResolver } from "@hookform/resolvers/zod";
import type { FieldValues, Resolver } from "react-hook-form";
import { z } from "zod";

// Zod probes whether it may compile code with eval. The pages' policy forbids that, and the browser would report each
// attempt.
z.config({ jitless: true });

/** Bundles zod: load it dynamically (`use-api-form.ts`). */
export function resolverOf<Typed extends FieldValues, Data>(
  schema: z.ZodType<Data>,
  toData: (values: Typed) => unknown,
): Resolver<Typed, unknown, Data> {
  return zodResolver(z.custom<Typed>().transform(toData).pipe(schema));
}
