import "server-only";
import { isDeepStrictEqual } from "node:util";
import type { FlatRecord } from "../core/json.browser.ts";
import { AppError } from "../core/errors.ts";
import { nameKey } from "../listings/search/matching.browser.ts";
import { issuesOfDetails } from "./detail-operations.ts";
import { choosableFields } from "./merge-body.ts";
import type { Dependant, Resource } from "./resource.ts";
import { uniqueKey } from "./unique-by.browser.ts";
import type { UnitOfWork } from "./unit-of-work.ts";

/** Which of both records a field's value comes from. */
type Keep = Readonly<Record<string, "from" | "into" | undefined>>;

/** A record that is merged into another. */
interface Duplicate {
  record: FlatRecord;
  keep: Keep;
}

interface MergePair {
  from: FlatRecord;
  into: FlatRecord;
  keep: Keep;
}

/**
 * Merges records into another, one after the other: everything that refers to them refers to that one, rows that become
 * equal become one, and the merged records are deleted.
 *
 * @returns by resource and id, the records that deleted ones were merged into.
 */
export async function mergeRecords(
  work: UnitOfWork,
  resource: Resource,
  into: FlatRecord,
  duplicates: readonly Duplicate[],
) {
  const merged = new Map<string, string>();
  let step = 0;
  const put = (owner: Resource, row: FlatRecord, current: FlatRecord | null) =>
    work.put(owner, row.id, current, (step += 1));
  let survivor = into;
  for (const { record: from, keep } of duplicates) {
    for (const dependant of resource.dependants) {
      const owner = dependant.owner;
      for (const row of await work.referring(dependant.repository, dependant.field, from.id)) {
        const moved = redirected(row, dependant, from.id, into.id);
        const equal = await equalRow(work, dependant, moved, into.id);
        if (!equal) put(owner, row, await owner.arrange(work, moved));
        else {
          // The first goes before the other takes what it has, so that nothing is there twice.
          put(owner, row, null);
          put(owner, equal, await owner.arrange(work, await united(work, owner, equal, moved)));
          merged.set(mergeKey(owner, row.id), equal.id);
        }
      }
    }
    survivor = await survivorOf(work, resource, { from, into: survivor, keep });
    put(resource, from, null);
    put(resource, into, survivor);
    merged.set(mergeKey(resource, from.id), into.id);
  }
  return merged;
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
  { repository, field, member, owner }: Dependant,
  row: FlatRecord,
  into: string,
): Promise<FlatRecord | undefined> {
  const { uniqueBy } = owner;
  if (!uniqueBy || member !== undefined) return undefined;
  const others = await work.referring(repository, field, into);
  const key = uniqueKey(uniqueBy, row);
  return others.find((other) => other.id !== row.id && uniqueKey(uniqueBy, other) === key);
}

async function survivorOf(work: UnitOfWork, resource: Resource, { from, into, keep }: MergePair): Promise<FlatRecord> {
  const chosen = choosableFields(resource).map((field) => {
    const isFrom = keep[field] === "from" || (keep[field] === undefined && into[field] === null);
    return [field, isFrom ? from[field] : into[field]] as const;
  });
  const survivor: FlatRecord = { ...into, ...Object.fromEntries(chosen) };
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
    requireRoom(field, result[field] as unknown[]);
  }
  return result;
}

const maxEntries = 100;

function requireRoom(field: string, entries: unknown[]): void {
  if (entries.length <= maxEntries) return;
  throw new AppError("conflict", {
    message: `Together they have ${entries.length} ${field.replaceAll("_", " ")}; a record has at most ${maxEntries}.`,
  });
}
