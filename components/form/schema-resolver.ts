// First: each schema asks for it when it is made.
import "@/components/resource/zod-without-eval";
import { zodResolver } from "@hookform/resolvers/zod";
import type { FieldValues, Resolver } from "react-hook-form";
import { z } from "zod";

/** Brings zod: import it when it is needed (`late-resolver.ts`). */
export function resolverOf<Typed extends FieldValues, Data>(
  schema: z.ZodType<Data>,
  toData: (values: Typed) => unknown,
): Resolver<Typed, unknown, Data> {
  return zodResolver(z.custom<Typed>().transform(toData).pipe(schema));
}
