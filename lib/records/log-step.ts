import "server-only";
import { isDeepStrictEqual } from "node:util";
import type { AuditedChange } from "../history/audit-log/audited-change.ts";
import type { FlatRecord } from "../core/json.browser.ts";
import type { RecordStep } from "./record-operations.ts";
import type { Resource } from "./resource.ts";
import { detailsOf, emptyRow, recordOf, sourcesOf } from "./rows.ts";

/** The documents of a record that are not its own fields, as members of an entry in the activity log. */
export const loggedParts = { details: detailsOf, sources: sourcesOf } as const;
export type LoggedPart = keyof typeof loggedParts;

/** @param mergedInto the record that a deleted one was merged into. */
export function logStep(
  made: AuditedChange,
  { action, resource, before, after }: RecordStep,
  today: string,
  mergedInto?: string,
): void {
  const [from, to] = loggedRecords(resource, before, after, today);
  made.record(action, resource.path, from, to, mergedInto);
}

/**
 * The record before and after a change. Its details and its sources are in both if the change touched them, and in the
 * only one if the created or deleted record had some.
 */
export function loggedRecords(
  resource: Resource,
  before: FlatRecord | null,
  after: FlatRecord | null,
  today: string,
): [FlatRecord | null, FlatRecord | null] {
  const nothing = { ...emptyRow(resource), id: (after ?? before)?.id ?? "" };
  const touched = Object.entries(resource.details ? loggedParts : {}).filter(([part, show]) => {
    const [from, to] = [before ?? nothing, after ?? nothing].map((row) => comparable(part, show(resource, row, today)));
    return !isDeepStrictEqual(from, to);
  });
  const shown = (row: FlatRecord | null) =>
    row && {
      ...recordOf(resource, row),
      ...Object.fromEntries(touched.map(([part, show]) => [part, show(resource, row, today)])),
    };
  return [shown(before), shown(after)];
}

/** The time of verification belongs to the sources, although the details show it too. */
export function comparable(part: string, document: unknown): unknown {
  return part === "details" ? { ...(document as object), verified_at: null } : document;
}
