import { describe, expect, test } from "vitest";
import type { z } from "zod";
import { paths } from "./nouns";
import { schemas, writableSchema } from "./schemas";
import { shapes } from "./shapes";

describe.each(paths)("the form of %s says what the API's schema says", (path) => {
  const { members, fields } = shapes[path];
  const schemaOf = (name: string) => (schemas[path].shape as Record<string, z.ZodType>)[name];

  test("it has the members of a record, in their order, and a field for each that can be written", () => {
    expect(members).toEqual(Object.keys(schemas[path].shape));
    expect(fields.map(({ name }) => name).sort()).toEqual(Object.keys(writableSchema(path).shape).sort());
  });

  test.each(fields.map((field) => [field.name, field] as const))("%s", (name, field) => {
    expect(field.isOptional ?? false).toBe(schemaOf(name)?.safeParse(null).success);
    if (field.kind === "line" || field.kind === "text") expect(field.most).toBe(mostCharacters(schemaOf(name)));
    if (field.kind === "choice")
      for (const option of field.options) expect(schemaOf(name)?.safeParse(option).success).toBe(true);
  });
});

/** In code points; undefined where there is no such limit. */
function mostCharacters(schema: z.ZodType | undefined): number | undefined {
  const inner = schema?.def.type === "nullable" ? (schema as z.ZodNullable<z.ZodType>).unwrap() : schema;
  const most = inner?.meta()?.["maxLength"] ?? (inner && "maxLength" in inner ? inner.maxLength : null);
  return typeof most === "number" ? most : undefined;
}
