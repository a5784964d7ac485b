import "server-only";
import { isDeepStrictEqual } from "node:util";
import type { FlatRecord } from "../../core/json.browser.ts";
import type { ActivityRow } from "../audit-log/activity-queries.ts";
import { pickDetailFields } from "../../records/detail-operations.ts";
import { comparable, loggedParts, type LoggedPart } from "../../records/log-step.ts";
import type { Resource } from "../../records/resource.ts";
import { emptyRow, recordOf } from "../../records/rows.ts";
import { orderFields } from "./order-fields.ts";

/** The record of an entry before its change and after it, with the documents that the change touched. */
export function entryRecords(entry: Pick<ActivityRow, "resource" | "before" | "after">) {
  return [entry.before, entry.after].map((stored) => orderFields(entry.resource, stored) as FlatRecord | null) as [
    FlatRecord | null,
    FlatRecord | null,
  ];
}

/**
 * The row as it is when the entry's change is undone: what the change touched is as it was before, the rest stays.
 *
 * @param now the present row.
 * @returns null when the undo deletes the record; undefined when what the change touched has changed since.
 */
export function rowBefore(
  resource: Resource,
  now: FlatRecord | null,
  entry: ActivityRow,
  today: string,
): FlatRecord | null | undefined {
  const [before, after] = entryRecords(entry);
  const nothing = { ...emptyRow(resource), id: entry.record_id };
  const parts = (Object.keys(resource.details ? loggedParts : {}) as LoggedPart[]).filter(
    (part) => !before || !after || part in before || part in after,
  );
  const isRecordTouched = parts.length === 0 || !isDeepStrictEqual(flat(resource, before), flat(resource, after));
  if (isRecordTouched && !isDeepStrictEqual(flat(resource, now), flat(resource, after))) return undefined;
  if (after !== null && now === null) return undefined;
  const isChanged = (part: LoggedPart) => {
    const expected = after?.[part] ?? loggedParts[part](resource, nothing, today);
    const present = loggedParts[part](resource, now ?? nothing, today);
    return !isDeepStrictEqual(comparable(part, present), comparable(part, expected));
  };
  if (after !== null && parts.some(isChanged)) return undefined;
  if (before === null) return null;
  return {
    ...nothing,
    ...now,
    ...(isRecordTouched && flat(resource, before)),
    ...Object.assign({}, ...parts.map((part) => columnsOf(resource, part, before))),
  } as FlatRecord;
}

function flat(resource: Resource, record: FlatRecord | null): FlatRecord | null {
  return record && recordOf(resource, record);
}

/** The columns of a logged document. */
function columnsOf(resource: Resource, part: LoggedPart, record: FlatRecord): Record<string, unknown> {
  const document = record[part] as Record<string, unknown> | undefined;
  if (document === undefined) return {};
  return part === "details" ? pickDetailFields(resource, document) : document;
}
