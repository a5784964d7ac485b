import "server-only";
import { z } from "zod";
import { id } from "../../core/fields.browser.ts";
import { isJsonObject, type FlatRecord } from "../../core/json.browser.ts";
import type { FieldIssue } from "../../http/body.ts";
import type { Resource } from "../../records/resource.ts";
import { isNullable } from "../../records/resource-shape.ts";
import { survivorOf } from "../../records/successor.ts";
import type { UnitOfWork } from "../../records/unit-of-work.ts";

const maxOthers = 20;

/** The body of `POST /{resource}/{id}/merge`. */
export function mergeSchema(resource: Resource) {
  const choice = z.enum(["from", "into"]).optional();
  const keep = z
    .strictObject(Object.fromEntries(choosableFields(resource).map((field) => [field, choice])))
    .optional()
    .describe("By field, whose value survives. Default: the survivor's, or the other's where that is null.");
  const other = z.strictObject({
    id: id.describe("The id of a further record to merge into the same survivor."),
    if_match: z
      .string()
      .optional()
      .describe("The ETag of this record as it was read; 412 when the record has changed since."),
    keep,
  });
  return z
    .strictObject({
      into: id.describe("The id of the record that survives."),
      into_if_match: z
        .string()
        .optional()
        .describe("The ETag of the survivor as it was read; 412 when the survivor has changed since."),
      keep,
      others: z
        .array(other)
        .max(maxOthers, `must have at most ${maxOthers} records`)
        .optional()
        .describe("Further duplicates, merged after the first one and in the same change, all or nothing."),
      dry_run: z.boolean().optional().describe("Answer with the plan of the merge, without writing anything."),
    })
    .meta({
      id: `${resource.record.meta()?.id ?? ""}Merge`,
      description: "The record to merge this one into, and whose values to keep.",
    });
}

/**
 * Why the records can't be merged; the members of a body that is not valid are left out.
 *
 * @param body as sent.
 */
export async function mergeIssues(
  work: UnitOfWork,
  resource: Resource,
  from: FlatRecord,
  body: Readonly<Record<string, unknown>>,
  context: Parameters<typeof survivorOf>[2],
): Promise<FieldIssue[]> {
  if (typeof body["into"] !== "string") return [];
  const whyMissing = async (missing: string) => {
    const successor = await survivorOf(resource, missing, context);
    return successor === null ? "does not exist" : `has been merged into ${successor}`;
  };
  const into = await work.find(resource.path, body["into"]);
  if (!into) return [{ path: "into", message: await whyMissing(body["into"]) }];
  const others: unknown[] = Array.isArray(body["others"]) ? body["others"] : [];
  const idsByPath = new Map<string, unknown>([
    ["into", from.id],
    ...others.map((other, index) => [`others.${index}.id`, isJsonObject(other) ? other["id"] : null] as const),
  ]);
  const issues: FieldIssue[] = [];
  const passed = new Set<string>();
  for (const [path, recordId] of idsByPath) {
    if (typeof recordId !== "string") continue;
    const found = await work.find(resource.path, recordId);
    const message = !found
      ? await whyMissing(recordId)
      : passed.has(recordId)
        ? "is named twice"
        : whyApart(resource, found, into);
    passed.add(recordId);
    if (message !== null) issues.push({ path, message });
  }
  return issues;
}

/** Why two records can't be merged; null if they can. */
function whyApart(resource: Resource, from: FlatRecord, into: FlatRecord): string | null {
  if (into.id === from.id) return "must be another record";
  const parents = resource.references.map(({ field }) => field).filter((field) => !isNullable(resource.record, field));
  const isElsewhere = parents.some((field) => from[field] !== into[field]);
  return isElsewhere ? `must have the same ${parents.join(" and ")}` : null;
}

/** The fields with one value each, but for the id and for what both have in common. */
export function choosableFields({ record, details, references }: Resource): string[] {
  const shape = { ...record.shape, ...details?.document.shape } as Record<string, z.ZodType>;
  return Object.keys(shape).filter((field) => {
    const schema = shape[field];
    const isList = schema instanceof z.ZodArray || schema instanceof z.ZodObject;
    const isParent = references.some((one) => one.field === field) && !schema?.safeParse(null).success;
    return field !== "id" && field !== "verified_at" && !isList && !isParent;
  });
}
