import { formatDay } from "@/lib/core/date-words.browser";
import { recordShape, type FormRecord, type RecordField } from "@/components/records/form/record-shape";
import { nameOfEntry, nameOfRecord, type Directory } from "@/components/records/record-name";
import type { CellContext, FormValues, ResourceView, ReferringField } from "@/lib/records/view.browser";
import { capitalised } from "@/lib/records/terms.browser";
import { resourceViews, type Entries, type ResourcePath, type Shapes } from "@/lib/resources/resource-views.browser";

/** The records that refer to a record by one field, as its page shows them. */
export interface Relation {
  path: ResourcePath;
  field: string;
  title: string;
  /** The path of their list in the API, filtered where it can be. */
  address: string;
  /** The resources that their names and groups need. */
  needs: readonly ResourcePath[];
  /** The initial values of a new one; null when such a record exists without this reference. */
  given: FormValues | null;
}

type Entry = FormRecord;

/** The relations that a record's page shows. */
export function relationsOf(path: ResourcePath, record: FormRecord, shapes: Shapes): Relation[] {
  return shapes[path].referrers.flatMap((referrer) => relationOf(referrer, path, record, shapes) ?? []);
}

function relationOf(
  { path: from, field, isFilter }: ReferringField<ResourcePath>,
  path: ResourcePath,
  record: FormRecord,
  shapes: Shapes,
): Relation | null {
  const { fields } = recordShape(from, shapes[from]);
  const own = fields.find(({ name }) => name === field);
  const title = own?.relatedTitle === undefined ? capitalised(resourceViews[from].plural) : own.relatedTitle;
  if (title === null || !own) return null;
  const shared = fields.filter((one) => one.name !== field && isShared(one, path, record, shapes));
  const isIndependent = own.isOptional === true && fields.some(({ name }) => name === "name");
  const filter = new URLSearchParams({ [field]: record.id });
  return {
    path: from,
    field,
    title,
    address: isFilter ? `/${from}?${filter}` : `/${from}`,
    needs: neededFor(from, field, shapes),
    given: isIndependent
      ? null
      : { [field]: record.id, ...Object.fromEntries(shared.map(({ name }) => [name, String(record[name])])) },
  };
}

/** Whether a field refers to a record that the page's record refers to as well, as a player's production. */
function isShared(field: RecordField, path: ResourcePath, record: FormRecord, shapes: Shapes): boolean {
  if (field.kind !== "reference" || typeof record[field.name] !== "string") return false;
  return shapes[path].fields.some((one) => one.kind === "reference" && one.name === field.name && one.to === field.to);
}

/** The resources that the named references, and the groups, need. */
function neededFor(from: ResourcePath, field: string, shapes: Shapes): ResourcePath[] {
  const named = shapes[from].fields.flatMap((one) =>
    one.kind === "reference" && one.name !== field && !isNameEmbedded(one) ? [one.to, ...shapes[one.to].namedBy] : [],
  );
  return [...new Set(named)];
}

export interface RelatedRecord {
  id: string;
  name: string;
  /** Its choices, dates and optional references, as texts. */
  notes: readonly string[];
}

/** A record as the page of a record that it refers to shows it: without that reference, and without shared ones. */
export function describeRelated(
  { path: from, field, given }: Relation,
  entry: Entry,
  directory: Directory,
  shapes: Shapes,
): RelatedRecord {
  const { fields } = recordShape(from, shapes[from]);
  const others = fields.filter(({ name }) => name !== field && given?.[name] === undefined);
  const references = others.flatMap((one) => (one.kind === "reference" && !one.isOptional ? [one] : []));
  const ownName = entry["name"];
  const joined = references.map((one) => referenceName(one, entry, directory)).join(", ");
  const notes = others.flatMap((one) => {
    const value = entry[one.name];
    if (typeof value !== "string") return [];
    if (one.kind === "choice") return [value.replaceAll("-", " ")];
    return one.kind === "reference" && one.isOptional ? [referenceName(one, entry, directory)] : [];
  });
  const days = others.flatMap((one) => (one.kind === "date" ? [entry[one.name]] : []));
  const name = typeof ownName === "string" ? ownName : joined || nameOfEntry(from, entry as never, directory);
  return { id: entry.id, name, notes: [...notes, ...inDays(days)] };
}

/** One date, or the two of a run: `3 Sept 2026 – 4 Jan 2027`, `from 3 Sept 2026`. */
function inDays(days: readonly unknown[]): string[] {
  const [first, last] = days.map((day) => (typeof day === "string" ? formatDay(day) : null));
  if (!first) return last ? [`until ${last}`] : [];
  if (days.length === 1) return [first];
  return [last ? `${first} – ${last}` : `from ${first}`];
}

function referenceName(field: Extract<RecordField, { kind: "reference" }>, entry: Entry, directory: Directory): string {
  const embedded = entry[field.name.replace(/_id$/, "")];
  if (isNameEmbedded(field) && typeof embedded === "object" && embedded !== null)
    return String(Reflect.get(embedded, "name"));
  return nameOfRecord(field.to, String(entry[field.name]), directory);
}

function isNameEmbedded({ to, isEmbedded }: { to: ResourcePath; isEmbedded?: boolean }): boolean {
  return isEmbedded === true && !resourceViews[to].nameOf;
}

/** The records in the groups of their resource, in order; one group without a title for a resource without groups. */
export function groupRelated(
  from: ResourcePath,
  entries: readonly Entry[],
  context: CellContext<Entries>,
): { title: string | null; entries: readonly Entry[] }[] {
  // Each path has its own entry type; the caller's entries are of this path.
  const { groups } = resourceViews[from] as ResourceView<Entry, Entries>;
  if (!groups) return [{ title: null, entries }];
  const valued = entries.map((entry) => ({ entry, value: groups.valueOf(entry, context) }));
  const inGroup = (title: string | null, isMeant: (value: string | null) => boolean) => ({
    title,
    entries: valued.filter(({ value }) => isMeant(value)).map(({ entry }) => entry),
  });
  return [
    ...Object.entries(groups.titles).map(([value, title]) => inGroup(title, (one) => one === value)),
    inGroup(null, (value) => value === null || !(value in groups.titles)),
  ].filter((group) => group.entries.length > 0);
}
