import { zodResolver } from "@hookform/resolvers/zod";
import type { Resolver } from "react-hook-form";
import { z } from "zod";
import { toData, type RecordShape, type Values } from "./record-shape";
import { writableSchema } from "@/components/resource/schemas";

/** Asks the API's schema about what is typed. */
export function resolverOf(shape: RecordShape): Resolver<Values, unknown, Record<string, unknown>> {
  return zodResolver(
    z
      .custom<Values>()
      .transform((values) => toData(shape, values))
      .pipe(writableSchema(shape.path)),
  );
}
