import "server-only";
import type { FlatRecord } from "../core/json.browser.ts";
import type { FieldIssue, Validated } from "../http/body.ts";
import type { RecordReader } from "./repository.ts";
import type { Resource } from "./resource.ts";
import { unknownReferences } from "./record-operations.ts";

/*
 * The rules of contract §12 for the details and the sources of a record, for a request that changes one record and for
 * one that changes thousands.
 */

/** The fields of a PUT of details that change the row. */
export function pickDetailFields({ details }: Resource, sent: Record<string, unknown>): Record<string, unknown> {
  const { id: _id, verified_at: _verified, ...fields } = details?.document.shape ?? {};
  return Object.fromEntries(Object.entries(sent).filter(([name]) => name in fields));
}

/** The columns that a PUT of sources changes. @param now milliseconds since 1970. */
export function pickSources(sent: Record<string, unknown>, now: number): Record<string, unknown> {
  return {
    ...(sent["sources"] !== undefined && { sources: sent["sources"] }),
    ...(sent["verified"] === true && { verified_at: new Date(now).toISOString() }),
  };
}

/** Unknown references among the valid fields of details, or else conflicts between fields; and the id of another. */
export async function findDetailIssues(
  records: RecordReader,
  resource: Resource,
  { sent, issues, input }: Validated<Record<string, unknown>>,
  before: FlatRecord,
): Promise<FieldIssue[]> {
  const isOther = "id" in sent && sent["id"] !== before.id;
  const ofId = isOther ? [{ path: "id", message: "is not the id in the path" }] : [];
  if (input)
    return [
      ...ofId,
      ...(await issuesOfDetails(records, resource, { ...before, ...pickDetailFields(resource, input) }, before)),
    ];
  const faulty = new Set(issues.map(({ path }) => path.split(".")[0] ?? ""));
  const sound = Object.fromEntries(
    Object.entries(pickDetailFields(resource, sent)).filter(([name]) => !faulty.has(name)),
  );
  return [...ofId, ...(await unknownReferences(records, resource.detailReferences, sound))];
}

/** Unknown references in a row's details, or conflicts between them. */
export async function issuesOfDetails(
  records: RecordReader,
  resource: Resource,
  row: FlatRecord,
  before: FlatRecord | null,
): Promise<FieldIssue[]> {
  const unknown = await unknownReferences(records, resource.detailReferences, row);
  if (unknown.length > 0) return unknown;
  return (await resource.details?.check(records, row, before)) ?? [];
}
