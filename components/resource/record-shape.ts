import type { z } from "zod";
import { today } from "./calendar";
import type { Path } from "./nouns";
import { typedDay } from "./typed-day";

/** What stands in the controls of a form: always text, as it is typed; empty for null. */
export type Values = Record<string, string>;

/** A record as its single read shows it. */
export type FlatRecord = Record<string, unknown> & { id: string };

interface Common {
  /** Of the record's member. */
  name: string;
  label: string;
  hint?: string;
}

export type RecordField = Common &
  (
    | { kind: "line" | "text" | "number" | "date" }
    | { kind: "choice"; options: readonly string[] }
    | {
        kind: "reference";
        to: Path;
        /** Which records can be meant, given what else stands in the form. */
        isFitting?: (record: Record<string, unknown>, values: Values) => boolean;
        /** What a record that is made from here begins with. */
        given?: (values: Values) => Values;
      }
  );

/** All that the form of one resource has of its own. Its schema is the API's. */
export interface RecordShape {
  path: Path;
  /** Of a record as its single read shows it. */
  record: z.ZodObject;
  fields: readonly RecordField[];
}

/** What the API takes: everything but the id, which it gives itself. */
export function writableSchema({ record }: RecordShape): z.ZodObject {
  return record.omit({ id: true });
}

export function isOptional({ record }: RecordShape, name: string): boolean {
  return schemaOf(record, name)?.safeParse(null).success ?? false;
}

/** The most characters that a field may have, in code points; null where there is no such limit. */
export function mostCharacters({ record }: RecordShape, name: string): number | null {
  const schema = schemaOf(record, name);
  const inner = schema?.def.type === "nullable" ? (schema as z.ZodNullable<z.ZodType>).unwrap() : schema;
  const most = inner?.meta()?.["maxLength"] ?? (inner && "maxLength" in inner ? inner.maxLength : null);
  return typeof most === "number" ? most : null;
}

export function toValues({ fields }: RecordShape, record: Record<string, unknown>): Values {
  return Object.fromEntries(fields.map(({ name }) => [name, textOf(record[name])]));
}

/** What is sent: a number where a number is meant, a day however it was typed, null where nothing stands and nothing may. */
export function toData(shape: RecordShape, values: Values): Record<string, unknown> {
  return Object.fromEntries(
    shape.fields.map(({ name, kind }) => {
      const text = values[name] ?? "";
      if (text.trim() === "" && isOptional(shape, name)) return [name, null];
      if (kind === "date") return [name, typedDay(text, today())];
      return [name, kind === "number" && /^\s*[+-]?\d+(\.\d+)?\s*$/.test(text) ? Number(text) : text];
    }),
  );
}

function textOf(value: unknown): string {
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}

function schemaOf({ shape }: z.ZodObject, name: string): z.ZodType | undefined {
  return (shape as Record<string, z.ZodType | undefined>)[name];
}
