import { today } from "@/components/calendar";
import { typedDay } from "./typed-day";
import { capitalised } from "@/lib/resource/terms";
import type { FieldHints, FieldShape, NounShape, FormValues, NounView } from "@/lib/resource/view";
import { nouns, type ResourcePath } from "@/lib/resources/nouns";

/** A record as `GET /api/{resource}/{id}` returns it. */
export type FormRecord = Record<string, unknown> & { id: string };

export type RecordField = FieldShape<ResourcePath> & FieldHints & { label: string };

/**
 * The form of one resource. Its validation is the API's schema, which loads when typing begins, to keep the page small.
 */
export interface RecordShape {
  path: ResourcePath;
  /** The fields of a single record, in the API's order. */
  members: readonly string[];
  fields: readonly RecordField[];
}

const defaultHints: { readonly [Kind in FieldShape["kind"]]?: FieldHints } = { url: { hint: "An https URL" } };

/** Derives a form from the schema of a noun and the settings of its view. */
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

/** The data to send: numbers and dates parsed, null for empty optional fields. */
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
