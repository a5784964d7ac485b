import { zodResolver } from "@hookform/resolvers/zod";
import type { FieldValues, Resolver } from "react-hook-form";
import { z } from "zod";

// Zod tries whether it may turn text into code. The pages' policy forbids it, and the browser would report each try.
z.config({ jitless: true });

/** Brings zod: import it when it is needed (`late-resolver.ts`). */
export function resolverOf<Typed extends FieldValues, Data>(
  schema: z.ZodType<Data>,
  toData: (values: Typed) => unknown,
): Resolver<Typed, unknown, Data> {
  return zodResolver(z.custom<Typed>().transform(toData).pipe(schema));
}
