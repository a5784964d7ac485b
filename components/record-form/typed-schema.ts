import { zodResolver } from "@hookform/resolvers/zod";
import type { Resolver } from "react-hook-form";
import { z } from "zod";
import { toData, type RecordShape, type Values } from "./record-shape";

/**
 * Asks the API's schema about what is typed.
 *
 * @param schema of a record as its single read shows it; the API gives the id itself.
 */
export function resolverOf(
  shape: RecordShape,
  schema: z.ZodObject,
): Resolver<Values, unknown, Record<string, unknown>> {
  return zodResolver(
    z
      .custom<Values>()
      .transform((values) => toData(shape, values))
      .pipe(schema.omit({ id: true })),
  );
}
