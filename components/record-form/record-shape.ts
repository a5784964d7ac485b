import { today } from "@/components/calendar";
import { typedDay } from "./typed-day";
import { capitalised } from "@/lib/resource/terms";
import type { FieldHints, FieldShape, NounShape, FormValues, NounView } from "@/lib/resource/view";
import { nouns, type ResourcePath } from "@/lib/resources/nouns";

/** A record as its single read shows it. */
export type FormRecord = Record<string, unknown> & { id: string };

export type RecordField = FieldShape<ResourcePath> & FieldHints & { label: string };

/**
 * The form of one resource. What is right in it the API's schema says, which comes when somebody begins to type: a page
 * is there sooner without it.
 */
export interface RecordShape {
  path: ResourcePath;
  /** Of a record as its single read shows it, in that order. */
  members: readonly string[];
  fields: readonly RecordField[];
}

const defaultHints: { readonly [Kind in FieldShape["kind"]]?: FieldHints } = { url: { hint: "An https address" } };

/** What the schema says of a noun's form, with what its folder adds. */
export function recordShape(path: ResourcePath, { fields }: NounShape<ResourcePath>): RecordShape {
  const view: NounView<Record<string, unknown>> = nouns[path];
  const first = view.firstFields ?? [];
  const editable = fields.filter(({ name }) => name !== "id");
  const ordered = [
    ...first.flatMap((wanted) => editable.filter(({ name }) => name === wanted)),
    ...editable.filter(({ name }) => !first.includes(name)),
  ];
  return {
    path,
    members: fields.map(({ name }) => name),
    fields: ordered.map((field) => ({
      label: capitalised(field.name.replace(/_id$/, "").replaceAll("_", " ")),
      ...defaultHints[field.kind],
      ...field,
      ...view.fields?.[field.name],
    })),
  };
}

export function toValues({ fields }: RecordShape, record: Record<string, unknown>): FormValues {
  return Object.fromEntries(fields.map(({ name }) => [name, textOf(record[name])]));
}

/** What is sent: a number where a number is meant, a day however it was typed, null where nothing stands and nothing may. */
export function toData(shape: RecordShape, values: FormValues): Record<string, unknown> {
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
