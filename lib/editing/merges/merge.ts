import "server-only";
import { isDeepStrictEqual } from "node:util";
import type { FlatRecord } from "../../core/json.browser.ts";
import { AppError } from "../../core/errors.ts";
import { nameKey } from "../../listings/search/matching.browser.ts";
import { maxEntries } from "../../core/fields.browser.ts";
import { issuesOfDetails } from "../../records/detail-operations.ts";
import { arranged } from "../../records/record-operations.ts";
import type { Dependant, Resource } from "../../records/resource.ts";
import { uniqueKey } from "../../records/unique-by.browser.ts";
import type { UnitOfWork } from "../../records/unit-of-work.ts";
import type { ReferringRow } from "../changes/offers.ts";
import { choosableFields } from "./merge-body.ts";

/** Which of both records a field's value comes from. */
type Keep = Readonly<Record<string, "from" | "into" | undefined>>;

export interface Duplicate {
  record: FlatRecord;
  keep: Keep;
}

export interface MergeEffect {
  survivor: FlatRecord;
  /** What refers to the survivor instead of a merged record, by its resource, id and field. */
  moved: ReadonlyMap<string, ReferringRow>;
  /** What becomes equal to another row, which stays. */
  joined: readonly (ReferringRow & { into: string })[];
  /** By field with one value, the id of the record whose value survives. */
  owners: Readonly<Record<string, string>>;
  /** By resource and id, the records that deleted ones are merged into. */
  mergedInto: ReadonlyMap<string, string>;
}

/**
 * Merges records into another, one after the other: everything that refers to them refers to that one, rows that become
 * equal become one, and the merged records are deleted (contract §12).
 */
export async function mergeRecords(
  work: UnitOfWork,
  resource: Resource,
  into: FlatRecord,
  duplicates: readonly Duplicate[],
): Promise<MergeEffect> {
  const mergedInto = new Map<string, string>();
  const moved = new Map<string, ReferringRow>();
  const joined: (ReferringRow & { into: string })[] = [];
  const owners = Object.fromEntries(choosableFields(resource).map((field) => [field, into.id]));
  let step = 0;
  const put = (owner: Resource, row: FlatRecord, current: FlatRecord | null) =>
    work.put(owner, row.id, current, (step += 1));
  let survivor = into;
  for (const { record: from, keep } of duplicates) {
    for (const dependant of resource.dependants) {
      const { owner, field } = dependant;
      for (const row of await work.referring(owner.path, field, from.id)) {
        const after = redirected(row, dependant, from.id, into.id);
        const equal = await equalRow(work, dependant, after, into.id);
        if (!equal) {
          put(owner, row, await arranged(work, owner, after));
          moved.set(`${mergeKey(owner, row.id)} ${field}`, { by: dependant, row });
        } else {
          // The first goes before the other takes what it has, so that nothing is there twice.
          put(owner, row, null);
          put(owner, equal, await arranged(work, owner, await united(work, owner, equal, after)));
          mergedInto.set(mergeKey(owner, row.id), equal.id);
          joined.push({ by: dependant, row, into: equal.id });
        }
      }
    }
    const taken = fieldsFrom(resource, survivor, keep);
    for (const field of taken) owners[field] = from.id;
    survivor = await survivorOf(work, resource, { from, into: survivor, taken });
    put(resource, from, null);
    put(resource, into, survivor);
    mergedInto.set(mergeKey(resource, from.id), into.id);
  }
  return { survivor, moved, joined, owners, mergedInto };
}

/** The fields of which the merged record's value survives: also where the survivor has none. */
function fieldsFrom(resource: Resource, into: FlatRecord, keep: Keep): string[] {
  return choosableFields(resource).filter((field) => (keep[field] ?? (into[field] === null && "from")) === "from");
}

export function mergeKey({ path }: Resource, recordId: string): string {
  return `${path}/${recordId}`;
}

/** The row, which refers to the survivor; an entry that is then there twice is left out. */
function redirected(row: FlatRecord, { field, member }: Dependant, from: string, into: string): FlatRecord {
  if (member === undefined) return { ...row, [field]: into };
  const entries = row[field] as Record<string, unknown>[];
  const hasSurvivor = entries.some((entry) => entry[member] === into);
  const kept = entries.filter((entry) => !(hasSurvivor && entry[member] === from));
  return { ...row, [field]: kept.map((entry) => (entry[member] === from ? { ...entry, [member]: into } : entry)) };
}

/** Another row that has the same values where they must be unique. */
async function equalRow(
  work: UnitOfWork,
  { field, member, owner }: Dependant,
  row: FlatRecord,
  into: string,
): Promise<FlatRecord | undefined> {
  const { uniqueBy, path } = owner;
  if (!uniqueBy || member !== undefined) return undefined;
  const others = await work.referring(path, field, into);
  const key = uniqueKey(uniqueBy, row);
  return others.find((other) => other.id !== row.id && uniqueKey(uniqueBy, other) === key);
}

async function survivorOf(
  work: UnitOfWork,
  resource: Resource,
  { from, into, taken }: { from: FlatRecord; into: FlatRecord; taken: readonly string[] },
): Promise<FlatRecord> {
  const survivor: FlatRecord = { ...into, ...Object.fromEntries(taken.map((field) => [field, from[field]])) };
  const other = survivor["name"] === into["name"] ? from : into;
  return united(work, resource, survivor, {
    ...from,
    ...(resource.details &&
      "aliases" in resource.details.document.shape && {
        aliases: [...(from["aliases"] as object[]), ...formerName(survivor, other)],
      }),
  });
}

/** The name that does not survive, as an alias; none when both fold to the same. */
function formerName(survivor: FlatRecord, other: FlatRecord): object[] {
  const [kept, lost] = [survivor["name"], other["name"]].map(String);
  return nameKey(kept ?? "") === nameKey(lost ?? "") ? [] : [{ name: lost, kind: "also", from: null, to: null }];
}

/** The row with the entries of the other's lists that its rules allow, and with its external ids. */
async function united(work: UnitOfWork, resource: Resource, row: FlatRecord, other: FlatRecord): Promise<FlatRecord> {
  let result = row;
  for (const [field, value] of Object.entries(other)) {
    if (field === "external_ids")
      result = { ...result, [field]: { ...(value as object), ...(result[field] as object) } };
    if (!Array.isArray(value)) continue;
    for (const entry of value as unknown[]) {
      const held = result[field] as unknown[];
      if (held.some((one) => isDeepStrictEqual(one, entry))) continue;
      const next = { ...result, [field]: [...held, entry] };
      if ((await issuesOfDetails(work, resource, next, result)).length === 0) result = next;
    }
    const { length } = result[field] as unknown[];
    if (length > maxEntries)
      throw new AppError("conflict", {
        message: `Together they have ${length} ${field.replaceAll("_", " ")}; a record has at most ${maxEntries}.`,
      });
  }
  return result;
}
