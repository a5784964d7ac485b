import "server-only";
import { z } from "zod";
import { invalid } from "./body.ts";
import { queryValues, type Target } from "./target.ts";

/**
 * Reads queries as `schema` says: an array gets all values of its name, any other field the first. What the schema does
 * not name is ignored. What a target's query says is read once for as long as the target is remembered.
 *
 * @returns a function that throws AppError 400 with everything that is wrong.
 */
export function queryReader<Schema extends z.ZodObject>(schema: Schema): (target: Target) => z.output<Schema> {
  const names = Object.keys(schema.shape);
  const { properties = {} } = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
  const isList = (name: string) => typeof properties[name] === "object" && properties[name].type === "array";
  const lists = new Set(names.filter(isList));
  const known = new WeakMap<Target, z.output<Schema>>();
  return (target) => {
    const before = known.get(target);
    if (before) return before;
    const given = Object.entries(queryValues(target.search, names));
    const parsed = schema.safeParse(
      Object.fromEntries(given.map(([name, values]) => [name, lists.has(name) ? values : values[0]])),
    );
    if (!parsed.success)
      throw invalid(parsed.error.issues.map((issue) => ({ path: issue.path.join("."), message: issue.message })));
    known.set(target, parsed.data);
    return parsed.data;
  };
}
