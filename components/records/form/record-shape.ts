import { typedDay } from "@/components/form/typed-day";
import { today } from "@/components/ui/calendar";
import { labelOf, sourceKinds } from "@/lib/records/terms.browser";
import type { FieldHints, FieldShape, ResourceShape, FormValues, ResourceView } from "@/lib/records/view.browser";
import { resourceViews, type ResourcePath } from "@/lib/resources/resource-views.browser";

/** A record as `GET /api/{resource}/{id}` returns it. */
export type FormRecord = Record<string, unknown> & { id: string };

/** A document beside a record that is a part of it. */
export type RecordPart = "details" | "sources";

/** A document of a record: the record itself, or one beside it. */
export interface DocumentName {
  path: ResourcePath;
  part?: RecordPart | undefined;
}

export type RecordField = FieldShape<ResourcePath> &
  FieldHints & {
    label: string;
    /** Of a list: the labels of members, and the words for their choices; under "" those for none. */
    memberWords?: Readonly<Record<string, { label: string; options?: Readonly<Record<string, string>> }>>;
    /** Whether each entry of a list is in words until it is opened. */
    isFolded?: boolean;
  };

/** The form of one resource, validated by the API's schema, which loads when typing begins, to keep the page small. */
export interface RecordShape extends DocumentName {
  fields: readonly RecordField[];
}

/** The address of a record, or of a document beside it, under `/api`. */
export function documentPath({ path, part }: DocumentName, id: string): string {
  return `/${path}/${encodeURIComponent(id)}${part ? `/${part}` : ""}`;
}

/**
 * Derives a form from the schema of a resource and the settings of its view.
 *
 * @param part that the form is for, in place of the record; without fields for the details that a resource has not.
 */
export function recordShape(path: ResourcePath, shape: ResourceShape<ResourcePath>, part?: RecordPart): RecordShape {
  if (part === "sources") return { path, part, fields: [sourcesField(path, shape)] };
  const view: ResourceView<Record<string, unknown>> = resourceViews[path];
  const first = view.firstFields ?? [];
  const placeOf = ({ name }: FieldShape) => (first.includes(name) ? first.indexOf(name) : first.length);
  const fields = part ? (shape.details ?? []) : shape.fields.filter(({ name }) => name !== "id");
  const hints = part ? view.detailsFields : view.fields;
  return {
    path,
    part,
    fields: fields.toSorted((a, b) => placeOf(a) - placeOf(b)).map((field) => labelled(field, hints?.[field.name])),
  };
}

/** A list, each of whose entries is the source of a field or of the whole record. */
function sourcesField(path: ResourcePath, shape: ResourceShape<ResourcePath>): RecordField {
  const sourced = [...recordShape(path, shape).fields, ...recordShape(path, shape, "details").fields];
  const words = Object.fromEntries(sourced.map(({ name, label }) => [name, label]));
  return {
    name: "sources",
    label: "Sources",
    kind: "list",
    isFolded: true,
    addLabel: "Add a source…",
    memberWords: {
      name: { label: "Source" },
      url: { label: "Link" },
      field: { label: "It is the source of", options: { "": "Whole record", ...words } },
      read_on: { label: "Seen on" },
    },
    members: [
      { name: "name", kind: "line" },
      { name: "url", kind: "url", isOptional: true },
      { name: "field", kind: "choice", isOptional: true, options: sourced.map(({ name }) => name) },
      { name: "kind", kind: "choice", options: sourceKinds },
      { name: "read_on", kind: "date", isOptional: true },
      { name: "note", kind: "text", isOptional: true },
    ],
  };
}

function labelled(field: FieldShape<ResourcePath>, hints?: FieldHints): RecordField {
  return { label: labelOf(field.name), ...(field.kind === "url" && { hint: "An https URL" }), ...field, ...hints };
}

export function toValues({ fields }: RecordShape, record: Record<string, unknown>): FormValues {
  return Object.fromEntries(
    fields.map(({ name, kind }) => [name, isNested(kind) ? nested(record[name], kind) : textOf(record[name])]),
  );
}

/** The data to send: numbers and dates parsed, null for empty optional fields. */
export function toData(shape: RecordShape, values: FormValues): Record<string, unknown> {
  return Object.fromEntries(
    shape.fields.map(({ name, kind, isOptional }) => {
      const text = values[name] ?? "";
      if (isNested(kind)) return [name, JSON.parse(text || nested(null, kind)) as unknown];
      if (text.trim() === "" && isOptional) return [name, null];
      if (kind === "date") return [name, typedDay(text, today())];
      return [name, kind === "number" && /^\s*[+-]?\d+(\.\d+)?\s*$/.test(text) ? Number(text) : text];
    }),
  );
}

/** A new entry of a list: the first choice where one is needed, and else nothing; a source is read today. */
export function emptyEntry(members: readonly FieldShape[]): Readonly<Record<string, unknown>> {
  const initial = (member: FieldShape) =>
    member.name === "read_on" ? today() : member.isOptional ? null : member.kind === "choice" ? member.options[0] : "";
  return Object.fromEntries(members.map((member) => [member.name, initial(member)]));
}

/** Lists and objects are one value of a form each, as JSON, so that drafts and changes compare as text. */
export function isNested(kind: FieldShape["kind"]): kind is "list" | "ids" {
  return kind === "list" || kind === "ids";
}

function nested(value: unknown, kind: "list" | "ids"): string {
  return JSON.stringify(value ?? (kind === "list" ? [] : {}));
}

function textOf(value: unknown): string {
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}

/** What is wrong with a field, for people: the message of the API, which is for programs, where it reads as well. */
export function plainProblem({ kind, label }: RecordField, typed: string, message: string): string {
  const term = label.toLowerCase();
  const isEmpty = typed.trim() === "";
  if (kind === "date" && /YYYY-MM-DD|required/.test(message))
    return "Enter a date, such as 3 Sep 2026, next Friday or +14";
  if (isEmpty && (kind === "choice" || kind === "reference"))
    return `Choose ${/^[aeiou]/.test(term) ? "an" : "a"} ${term}`;
  if (kind === "number" && /number|integer/.test(message) && !/whole/.test(message)) return "Enter a number";
  return message;
}
