import Link from "next/link";
import type { ActivityEntry } from "@/lib/editing/activity/schema.browser";
import { useApi } from "@/lib/http/client/hooks.browser";
import { nameRecord } from "@/lib/records/terms.browser";
import type { FormValues, ReferringField } from "@/lib/records/view.browser";
import { isPath, resourceViews, type Entries, type ResourcePath } from "@/lib/resources/resource-views.browser";

/** Loaded records of other resources, to name records by. Empty where names don't need them. */
export type Directory = { readonly [P in ResourcePath]: ReadonlyMap<string, Entries[P]> };

/** A record's name; its id while the name is unknown. */
export function nameOfRecord(path: ResourcePath, id: string, directory: Directory): string {
  const entry = directory[path].get(id);
  return entry === undefined ? id : nameOfEntry(path, entry, directory);
}

/** @param entry the record as its list returns it. */
export function nameOfEntry<P extends ResourcePath>(path: P, entry: Entries[P], directory: Directory): string {
  return nameRecord(resourceViews, path, { ...entry }, (to, id) => directory[to].get(id));
}

export function RecordLink({ path, id, label }: { path: ResourcePath; id: string; label: string }) {
  return (
    <Link
      href={`/dashboard/${path}/${encodeURIComponent(id)}`}
      prefetch={false}
      className="font-semibold underline decoration-edge underline-offset-4 hover:decoration-curtain"
    >
      <bdi>{label}</bdi>
    </Link>
  );
}

interface LabelProps {
  path: ResourcePath;
  record: { id: string; name?: unknown };
  /** Shown until the API has said it. */
  first?: string;
}

/** What people call a record: its own name, or what the API calls it in the latest entry of its history. */
export function RecordLabel({ path, record: { id, name }, first }: LabelProps) {
  const isNamed = typeof name === "string";
  const query = new URLSearchParams({ resource: path, record_id: id, limit: "1" });
  const { data } = useApi<ActivityEntry[]>(`/activity?${query}`, { isEnabled: !isNamed });
  return <bdi>{isNamed ? name : (data?.body[0]?.label ?? first ?? `the ${resourceViews[path].singular}`)}</bdi>;
}

/** What the API finds by a text, which may be in an alias. */
export interface FoundEntry {
  id: string;
  details: { aliases?: readonly { name: string }[] } | null;
}

/** By id, the alias that matches, of what the API has found; empty where none of its own does. */
export function aliasMatches(
  found: readonly FoundEntry[],
  isMatching: (name: string) => boolean,
): ReadonlyMap<string, string> {
  return new Map(
    found.map(({ id, details }) => [id, details?.aliases?.find(({ name }) => isMatching(name))?.name ?? ""]),
  );
}

/** `3 cast members, 1 cover`. @param kinds of each record, its resource; of an entry of its details, their list. */
export function formatRecordCounts(kinds: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const kind of kinds) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return [...counts].map(([kind, count]) => `${count.toLocaleString("en-GB")} ${termFor(kind, count)}`).join(", ");
}

export function formatRecordCount(count: number, path: ResourcePath): string {
  return `${count.toLocaleString("en-GB")} ${termFor(path, count)}`;
}

/** The singular or plural of a kind of record, or of a list of details, such as `covers`. */
export function termFor(kind: string, count: number): string {
  if (isPath(kind)) return count === 1 ? resourceViews[kind].singular : resourceViews[kind].plural;
  return count === 1 ? kind.replace(/s$/, "") : kind;
}

/** The initial values of a new record that refers to a record by this field. */
export function initialValues({ field, shared }: ReferringField, record: Record<string, unknown>): FormValues {
  const texts = (shared ?? []).flatMap((name) => {
    const value = record[name];
    return typeof value === "string" ? [[name, value] as const] : [];
  });
  return { [field]: String(record["id"]), ...Object.fromEntries(texts) };
}

export function newRecordAddress(path: ResourcePath, initial: FormValues): string {
  return `/dashboard/${path}/new?${new URLSearchParams(initial)}`;
}

/** The label of the way there: `Add a production`. */
export function addLabel(path: ResourcePath): string {
  const { singular } = resourceViews[path];
  return `Add ${/^[aeiou]/.test(singular) ? "an" : "a"} ${singular}`;
}
