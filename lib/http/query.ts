import "server-only";
import type { z } from "zod";
import { invalid } from "./body.ts";
import { queryValues } from "./router.ts";

/**
 * What a query string says, as `schema` reads it; of a name given several times the first value counts.
 *
 * @throws AppError 400 with everything that is wrong. What the schema does not name is ignored.
 */
export function readQuery<Schema extends z.ZodObject>(search: string, schema: Schema): z.infer<Schema> {
  const given = queryValues(search, Object.keys(schema.shape));
  const parsed = schema.safeParse(Object.fromEntries(Object.entries(given).map(([name, values]) => [name, values[0]])));
  if (parsed.success) return parsed.data;
  throw invalid(parsed.error.issues.map((issue) => ({ path: issue.path.join("."), message: issue.message })));
}
