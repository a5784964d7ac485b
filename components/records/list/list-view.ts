import { formatDay } from "@/lib/core/date-words.browser";
import { recordShape, type RecordField } from "@/components/records/form/record-shape";
import { nameOfRecord } from "@/components/records/record-name";
import { capitalised } from "@/lib/records/terms.browser";
import type { CellContext, Column, Filter, ResourceView } from "@/lib/records/view.browser";
import { resourceViews, type Entries, type ResourcePath, type Shapes } from "@/lib/resources/resource-views.browser";

export type ListContext = CellContext<Entries>;
export type ListColumn<Entry> = Column<Entry, Entries>;
export type ListFilter<Entry> = Filter<Entry, Entries>;

/** The list of one resource. The first column is the record's name and links to it. */
export interface ListView<P extends ResourcePath> {
  path: P;
  /** Resources whose records the cells name. */
  needs: readonly ResourcePath[];
  columns: readonly ListColumn<Entries[P]>[];
  filters: readonly ListFilter<Entries[P]>[];
  /** The dates by which it can be filtered. */
  days: readonly { id: string; title: string }[];
  /** A column's id; `-` before it sorts in descending order. */
  order: string;
}

// Each path has its own entry type; lookups go through the union of them.
const views: { readonly [P in ResourcePath]: ResourceView<Entries[P], Entries> } = resourceViews;

const idColumn = { id: "id", title: "ID", width: 220, text: ({ id }: { id: string }) => id, isExtra: true };
const widths: Partial<Record<RecordField["kind"], number>> = {
  line: 240,
  url: 240,
  text: 360,
  number: 88,
  date: 138,
  choice: 110,
  reference: 240,
};

/** Derives a list from the schema of a resource and the settings of its view. */
export function listView<P extends ResourcePath>(path: P, shapes: Shapes): ListView<P> {
  const view: ResourceView<Entries[P], Entries> = views[path];
  const { fields } = recordShape(path, shapes[path]);
  const named = new Set<ResourcePath>();
  const fieldAt = (name: string): RecordField => {
    const field = fields.find((one) => one.name === name);
    if (!field) throw new Error(`The view of ${path} names a field that its schema lacks: ${name}.`);
    if (field.kind === "reference" && !isNameEmbedded(field))
      for (const one of [field.to, ...shapes[field.to].namedBy]) named.add(one);
    return field;
  };
  const columns = (view.columns ?? nameFirst(fields)).map((column): ListColumn<Entries[P]> => {
    if (typeof column === "string") return fieldColumn(fieldAt(column));
    if (!("field" in column)) return column;
    return { ...(column.field === "id" ? idColumn : fieldColumn(fieldAt(column.field))), ...column };
  });
  const filters = view.filters ?? fields.filter(({ kind }) => kind === "choice").map(({ name }) => name);
  return {
    path,
    columns: columns.some(({ id }) => id === "id") ? columns : [...columns, idColumn],
    filters: filters.map((filter) => (typeof filter === "object" ? filter : fieldFilter(fieldAt(String(filter))))),
    days: fields.filter(({ kind }) => kind === "date").map(({ name, label }) => ({ id: name, title: label })),
    order: view.order ?? columns[0]?.id ?? "id",
    needs: [...named],
  };
}

function nameFirst(fields: readonly RecordField[]): string[] {
  const names = fields.map(({ name }) => name);
  return names.includes("name") ? ["name", ...names.filter((name) => name !== "name")] : names;
}

function fieldColumn(field: RecordField): ListColumn<object> {
  const { name, label: title, kind } = field;
  const text = (entry: object) => textIn(entry, name);
  const column = { id: name, title, width: widths[kind] ?? 240, text };
  if (kind === "number") return { ...column, isRigid: true, sortValue: (entry) => numberIn(entry, name) };
  if (kind === "date") return { ...column, isRigid: true, cell: (entry) => text(entry) && formatDay(text(entry)) };
  if (kind === "choice") return { ...column, isRigid: true, badge: () => "neutral" };
  if (field.kind !== "reference") return column;
  const id = name.replace(/_id$/, "");
  if (isNameEmbedded(field)) return { ...column, id, text: (entry) => textIn(Reflect.get(entry, id), "name") };
  return {
    ...column,
    id,
    text: (entry, { directory }) => text(entry) && nameOfRecord(field.to, text(entry), directory),
  };
}

function fieldFilter(field: RecordField): ListFilter<object> {
  const { name, label: title } = field;
  const filter = { id: name, title, valueOf: (entry: object) => textIn(entry, name) || null };
  if (field.kind === "choice") return { ...filter, labelFor: (value) => capitalised(value.replaceAll("-", " ")) };
  if (field.kind !== "reference") return filter;
  return { ...filter, labelFor: (id, { directory }) => nameOfRecord(field.to, id, directory) };
}

/** Whether an entry embeds the record that it refers to. */
function isNameEmbedded({ to, isEmbedded }: Extract<RecordField, { kind: "reference" }>): boolean {
  return isEmbedded === true && !views[to].nameOf;
}

/** Empty for null and for missing records. */
function textIn(record: unknown, field: string): string {
  const value: unknown = typeof record === "object" && record ? Reflect.get(record, field) : null;
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}

function numberIn(record: object, field: string): number | null {
  const value: unknown = Reflect.get(record, field);
  return typeof value === "number" ? value : null;
}
