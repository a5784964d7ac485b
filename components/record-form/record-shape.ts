import { today } from "@/components/calendar";
import type { Path } from "@/components/resource/nouns";
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
  /** Whether it may be null. */
  isOptional?: boolean;
  /** The most characters that it may have, in code points. */
  most?: number;
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

/**
 * All that the form of one resource has of its own. What is right in it the API's schema says
 * (`schemas.ts`), which comes when somebody begins to type: a page is there sooner without it.
 */
export interface RecordShape {
  path: Path;
  /** Of a record as its single read shows it, in that order. */
  members: readonly string[];
  fields: readonly RecordField[];
}

export function toValues({ fields }: RecordShape, record: Record<string, unknown>): Values {
  return Object.fromEntries(fields.map(({ name }) => [name, textOf(record[name])]));
}

/** What is sent: a number where a number is meant, a day however it was typed, null where nothing stands and nothing may. */
export function toData(shape: RecordShape, values: Values): Record<string, unknown> {
  return Object.fromEntries(
    shape.fields.map(({ name, kind, isOptional }) => {
      const text = values[name] ?? "";
      if (text.trim() === "" && isOptional) return [name, null];
      if (kind === "date") return [name, typedDay(text, today())];
      return [name, kind === "number" && /^\s*[+-]?\d+(\.\d+)?\s*$/.test(text) ? Number(text) : text];
    }),
  );
}

function textOf(value: unknown): string {
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}
