import "server-only";
import { z } from "zod";

/** What an operation answers with, in place of a result of its own: the fields of `output.schema` are written. */
export interface Answer<Output extends z.ZodType> {
  /** Null: what the path names is not there, and the answer is the operation's 404. */
  readonly value: Stored<z.output<Output>> | null;
  readonly headers?: Record<string, string>;
}

/** A value before it is written: a text may be a time or a number as the database has it, and columns may be too many. */
export type Stored<Value> = Value extends string
  ? string extends Value
    ? string | Date | bigint
    : Value
  : Value extends object
    ? { readonly [Name in keyof Value]: Stored<Value[Name]> }
    : Value;

/**
 * Creates a function that takes from a value what a schema names, in its order, and nothing else, so that no column of a
 * table gets out by mistake. What is one of several schemas stays as it is, and so does an open object.
 *
 * @returns a function whose result `JSON.stringify` writes; it leaves out what is undefined.
 */
export function fieldPicker(schema: z.ZodType): (value: unknown) => unknown {
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional) {
    const pick = fieldPicker(schema.unwrap() as z.ZodType);
    return (value) => (value === null || value === undefined ? value : pick(value));
  }
  if (schema instanceof z.ZodArray) {
    const pick = fieldPicker(schema.element as z.ZodType);
    return (value) => (value as unknown[]).map((entry) => pick(entry));
  }
  if (schema instanceof z.ZodObject && !(schema.def.catchall instanceof z.ZodUnknown)) {
    const fields = Object.entries<z.ZodType>(schema.shape).map(([name, field]) => [name, fieldPicker(field)] as const);
    return (value) => {
      const stored = value as Record<string, unknown>;
      return Object.fromEntries(fields.map(([name, pick]) => [name, pick(stored[name])]));
    };
  }
  return (value) => (typeof value === "bigint" ? String(value) : value);
}
