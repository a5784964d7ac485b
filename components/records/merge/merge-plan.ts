import type { Directory } from "@/components/records/record-name";
import { isJsonObject } from "@/lib/core/json.browser";
import { uniqueKey } from "@/lib/records/unique-by.browser";
import { nameKey } from "@/lib/listings/search/matching.browser";
import type { ResourcePath, Shapes } from "@/lib/resources/resource-views.browser";
import type { ChosenOwners, ComparedField, LoadedRecord } from "./merge-fields";

/** A record that refers to one of those that may be merged. */
export interface ReferringRecord {
  path: ResourcePath;
  field: string;
  id: string;
  /** The id of the record that it refers to. */
  to: string;
  entry: Readonly<Record<string, unknown>>;
}

export interface MergePlan {
  /** The id of the record that the request is about, its entity tag, and its body. */
  request: { id: string; etag: string | null; body: MergeBody };
  /** What refers to the survivor afterwards and did not before. */
  moved: readonly ReferringRecord[];
  /** What becomes equal to another one, of which one stays. */
  repeated: readonly ReferringRecord[];
  /** The survivor's name afterwards; null for a resource without names. */
  name: string | null;
  /** The names that become other names of the survivor. */
  newNames: readonly string[];
  /** The entries of an object of which only one can stay: `external_ids`, `imdb`. */
  clashes: readonly { field: string; key: string; kept: string; lost: readonly string[] }[];
}

export interface MergeBody {
  into: string;
  into_if_match?: string;
  keep?: Keep;
  others?: { id: string; if_match?: string; keep?: Keep }[];
}

type Keep = Record<string, "from" | "into">;

/** The records that refer to the given ones. */
export function referringRecords(
  path: ResourcePath,
  ids: readonly string[],
  directory: Directory,
  shapes: Shapes,
): ReferringRecord[] {
  return shapes[path].referrers.flatMap(({ path: from, field }) => {
    const entries: Iterable<{ id: string }> = directory[from].values();
    return Array.from(entries).flatMap((one) => {
      const entry: Readonly<Record<string, unknown>> = { ...one };
      const to = entry[field];
      return typeof to === "string" && ids.includes(to) ? [{ path: from, field, id: one.id, to, entry }] : [];
    });
  });
}

/** The record to which most others refer; of several the oldest; of several the first. */
export function suggestedSurvivor(records: readonly LoadedRecord[], referring: readonly ReferringRecord[]): string {
  const countOf = ({ record }: LoadedRecord) => referring.filter(({ to }) => to === record.id).length;
  const [best] = records.toSorted(
    (a, b) => countOf(b) - countOf(a) || (a.createdAt ?? "").localeCompare(b.createdAt ?? ""),
  );
  return best?.record.id ?? "";
}

interface MergeChoice {
  /** At least two, the survivor among them. */
  records: readonly LoadedRecord[];
  survivorId: string;
  /** By field, whose value stays. */
  owners: ChosenOwners;
  fields: readonly ComparedField[];
  referring: readonly ReferringRecord[];
}

/** What a merge sends, and what it will do. */
export function planMerge({ records, survivorId, owners, fields, referring }: MergeChoice, shapes: Shapes): MergePlan {
  const survivor = records.find(({ record }) => record.id === survivorId);
  const merged = records.filter(({ record }) => record.id !== survivorId);
  const chosen = fields.filter(({ values }) => values.length > 1).map(({ name }) => name);
  const keepFor = (id: string): { keep?: Keep } =>
    chosen.length > 0
      ? { keep: Object.fromEntries(chosen.map((name) => [name, owners[name] === id ? "from" : "into"])) }
      : {};
  const [first, ...others] = merged;
  const body: MergeBody = {
    into: survivorId,
    ...(survivor?.etag && { into_if_match: survivor.etag }),
    ...keepFor(first?.record.id ?? ""),
    ...(others.length > 0 && {
      others: others.map(({ record: { id }, etag }) => ({ id, ...(etag && { if_match: etag }), ...keepFor(id) })),
    }),
  };
  return {
    request: { id: first?.record.id ?? "", etag: first?.etag ?? null, body },
    ...afterwards(merged, survivorId, referring, shapes),
    ...namesAfterwards(survivor, merged, owners),
    clashes: survivor ? clashesOf(survivor, merged) : [],
  };
}

/** Of records that a merge makes equal, the survivor's own stays, else the first. */
function afterwards(
  merged: readonly LoadedRecord[],
  survivorId: string,
  referring: readonly ReferringRecord[],
  shapes: Shapes,
): Pick<MergePlan, "moved" | "repeated"> {
  const keyOf = ({ path, field, entry }: ReferringRecord) =>
    `${path} ${uniqueKey(shapes[path].uniqueBy ?? [], { ...entry, [field]: survivorId })}`;
  const isUnique = ({ path, field }: ReferringRecord) => shapes[path].uniqueBy?.includes(field) ?? false;
  const taken = new Set(referring.filter((one) => one.to === survivorId && isUnique(one)).map(keyOf));
  const moved: ReferringRecord[] = [];
  const repeated: ReferringRecord[] = [];
  for (const one of merged.flatMap(({ record }) => referring.filter(({ to }) => to === record.id))) {
    const isRepeated = isUnique(one) && taken.has(keyOf(one));
    if (isUnique(one)) taken.add(keyOf(one));
    (isRepeated ? repeated : moved).push(one);
  }
  return { moved, repeated };
}

/** As the API does it: one record after the other, each of which leaves the name that is lost. */
function namesAfterwards(
  survivor: LoadedRecord | undefined,
  merged: readonly LoadedRecord[],
  owners: ChosenOwners,
): Pick<MergePlan, "name" | "newNames"> {
  const own = nameIn(survivor);
  if (own === null || survivor === undefined) return { name: null, newNames: [] };
  let name: string = own;
  const newNames: string[] = [];
  for (const one of merged) {
    const other = nameIn(one) ?? "";
    const isOther = owners["name"] === one.record.id;
    const lost = isOther ? name : other;
    if (isOther) name = other;
    if ("aliases" in survivor.details && nameKey(name) !== nameKey(lost)) newNames.push(lost);
  }
  return { name, newNames };
}

function nameIn(loaded: LoadedRecord | undefined): string | null {
  const name = loaded?.record["name"];
  return typeof name === "string" ? name : null;
}

function clashesOf(survivor: LoadedRecord, merged: readonly LoadedRecord[]): MergePlan["clashes"] {
  return Object.keys(survivor.details).flatMap((field) => {
    const all = [survivor, ...merged].map(({ details }) => objectIn(details[field]));
    const keys = new Set(all.flatMap((one) => Object.keys(one)));
    return [...keys].flatMap((key) => {
      const [kept = "", ...lost] = new Set(all.flatMap((one) => (key in one ? [String(one[key])] : [])));
      return lost.length > 0 ? [{ field, key, kept, lost }] : [];
    });
  });
}

function objectIn(value: unknown): Readonly<Record<string, unknown>> {
  return isJsonObject(value) ? value : {};
}
