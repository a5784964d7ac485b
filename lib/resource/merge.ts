import "server-only";
import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import type { FlatRecord } from "../audit-log/queries.ts";
import { AppError } from "../errors.ts";
import { id } from "../fields.ts";
import type { FieldIssue } from "../http/body.ts";
import { issuesOfDetails } from "./detail-operations.ts";
import type { Dependant, Resource } from "./resource.ts";
import type { UnitOfWork } from "./unit-of-work.ts";

/** Which of both records a field's value comes from. */
type Keep = Readonly<Record<string, "from" | "into" | undefined>>;

/** Two records of one resource, of which the first is merged into the second. */
export interface MergePair {
  from: FlatRecord;
  into: FlatRecord;
  keep: Keep;
}

/** The body of `POST /{resource}/{id}/merge`. */
export function mergeSchema(resource: Resource) {
  const choice = z.enum(["from", "into"]).optional();
  const keep = z.strictObject(Object.fromEntries(choosableFields(resource).map((field) => [field, choice])));
  return z
    .strictObject({
      into: id.describe("The id of the record that survives."),
      keep: keep
        .optional()
        .describe("By field, whose value survives. Default: the survivor's, or the other's where that is null."),
    })
    .meta({
      id: `${resource.record.meta()?.id ?? ""}Merge`,
      description: "The record to merge this one into, and whose values to keep.",
    });
}

/** Why two records can't be merged. @param into null when it does not exist. */
export function mergeIssues(resource: Resource, from: FlatRecord, into: FlatRecord | null): FieldIssue[] {
  if (!into) return [{ path: "into", message: "does not exist" }];
  if (into.id === from.id) return [{ path: "into", message: "must be another record" }];
  const parents = Object.keys(resource.references).filter((field) => !isNullable(resource, field));
  const isElsewhere = parents.some((field) => from[field] !== into[field]);
  return isElsewhere ? [{ path: "into", message: `must have the same ${parents.join(" and ")}` }] : [];
}

/**
 * Merges one record into another: everything that refers to the first refers to the second, rows that become equal
 * become one, and the first is deleted.
 *
 * @returns by resource and id, the records that deleted ones were merged into.
 */
export async function mergeRecords(work: UnitOfWork, resource: Resource, { from, into, keep }: MergePair) {
  const merged = new Map<string, string>();
  let step = 0;
  const put = (owner: Resource, row: FlatRecord, current: FlatRecord | null) =>
    work.put(owner, row.id, current, (step += 1));
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
  const survivor = await survivorOf(work, resource, { from, into, keep });
  put(resource, from, null);
  put(resource, into, survivor);
  merged.set(mergeKey(resource, from.id), into.id);
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
  return others.find((other) => other.id !== row.id && uniqueBy.every((name) => other[name] === row[name]));
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

/** The name that does not survive, as an alias; none when both are the same but for case, accents and punctuation. */
function formerName(survivor: FlatRecord, other: FlatRecord): object[] {
  const [kept, lost] = [survivor["name"], other["name"]].map(String);
  return foldedName(kept ?? "") === foldedName(lost ?? "") ? [] : [{ name: lost, kind: "also", from: null, to: null }];
}

function foldedName(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/\p{M}|['’‘`]/gu, "")
    .toLowerCase()
    .replaceAll("&", " and ")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
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

/** The fields with one value each, but for the id and for what both have in common. */
function choosableFields({ record, details, references }: Resource): string[] {
  const shape = { ...record.shape, ...details?.document.shape } as Record<string, z.ZodType>;
  return Object.keys(shape).filter((field) => {
    const schema = shape[field];
    const isList = schema instanceof z.ZodArray || schema instanceof z.ZodObject;
    const isParent = field in references && !schema?.safeParse(null).success;
    return field !== "id" && field !== "verified_at" && !isList && !isParent;
  });
}

function isNullable({ record }: Resource, field: string): boolean {
  return (record.shape as Record<string, z.ZodType>)[field]?.safeParse(null).success ?? false;
}
