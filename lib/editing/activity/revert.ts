import "server-only";
import type { z } from "zod";
import { ordered, recordOf, emptyRow } from "../../records/rows.ts";
import { resourceAt, resources } from "../../resources/resources.ts";
import type { PendingChange, UnitOfWork } from "../../records/unit-of-work.ts";
import { flush, comparable, loggedParts, type LoggedPart } from "../../records/flush.ts";
import type { Resource } from "../../records/resource.ts";
import { AppError } from "../../core/errors.ts";
import type { AuditedChange } from "../../records/audited-change.ts";
import type { FlatRecord } from "../../core/json.browser.ts";
import { entriesOfChange, findEntry, type ActivityRow } from "../../catalogue/activity-queries.ts";
import { issuesOfDetails, pickDetailFields } from "../../records/detail-operations.ts";
import { createYielder } from "../../core/yielding.ts";
import { undoConflictMessage } from "./terms.browser.ts";
import { isDeepStrictEqual } from "node:util";

/** Restores the order of fields, which `jsonb` does not keep. */
export function orderFields(path: string, stored: unknown): Record<string, unknown> | null {
  if (typeof stored !== "object" || stored === null) return null;
  const members: Record<string, unknown> = { ...stored };
  const resource = resources.find((one) => one.path === path);
  if (!resource) return members;
  const { record, details } = resource;
  const parts: Record<string, z.ZodType> = details ? { details: details.document, sources: details.sources } : {};
  const names = [...Object.keys(record.shape), ...Object.keys(parts)].filter((name) => name in members);
  return Object.fromEntries(
    names.map((name) => [name, parts[name] ? ordered(parts[name], members[name]) : members[name]]),
  );
}

type Entry = Pick<ActivityRow, "resource" | "record_id">;

/**
 * Undoes the whole change that an entry belongs to, last entry first, all or nothing.
 *
 * @param isAlone whether only what the change did to the entry's record is undone.
 * @returns the entry's record after the undo; for an undone creation, as it was.
 * @throws AppError 404 for an unknown entry, 409 when a later change stands in the way.
 */
export async function revertChange(
  audited: AuditedChange,
  work: UnitOfWork,
  id: bigint,
  isAlone: boolean,
): Promise<FlatRecord> {
  const chosen = await findEntry(audited.transaction, id);
  if (!chosen) throw new AppError("not_found", { error: "Activity not found" });
  const undone: Entry[] = [];
  const turn = createYielder();
  const isMeant = ({ resource, record_id }: Entry) => resource === chosen.resource && record_id === chosen.record_id;
  for await (const found of entriesOfChange(audited.transaction, chosen.change_id)) {
    const entries = isAlone ? found.filter(isMeant) : found;
    for (const { path } of resources) {
      const ids = entries.flatMap(({ resource, record_id }) => (resource === path ? record_id : []));
      await work.load(path, ids);
    }
    for (const entry of entries) {
      await undo(work, entry, undone.length);
      const [before, after] = entryRecords(entry);
      audited.record("revert", entry.resource, after, before, entry.merged_into);
      undone.push({ resource: entry.resource, record_id: entry.record_id });
      await turn();
    }
  }
  await requireRules(work);
  const [refusal] = await flush(work);
  const refused = refusal && undone[refusal.changeIndex];
  if (refused) throw conflictingRecords(refused, "other records have changed since");
  const resource = resourceAt(chosen.resource);
  const row = (await work.find(resource.path, chosen.record_id)) ?? entryRecords(chosen)[1];
  return recordOf(resource, row ?? { id: chosen.record_id });
}

async function undo(work: UnitOfWork, entry: ActivityRow, by: number): Promise<void> {
  const resource = resourceAt(entry.resource);
  const now = await work.find(resource.path, entry.record_id);
  const row = rowBefore(resource, now, entry, work.today);
  if (row === undefined) throw conflictingRecords(entry, "it has changed since");
  work.put(resource, entry.record_id, row, by);
}

/**
 * The rules that no constraint of the database has. A later change of another record, or of another part of the same
 * one, may break them.
 *
 * @throws AppError 409
 */
async function requireRules(work: UnitOfWork): Promise<void> {
  const pending = await work.pendingChanges();
  await preloadRules(work, pending);
  for (const { resource, id, stored, current } of pending) {
    const entry = { resource: resource.path, record_id: id };
    if (current === null) {
      for (const { owner, field, onDelete } of resource.dependants)
        if (onDelete === "clear" && (await work.referring(owner.path, field, id)).length > 0)
          throw conflictingRecords(entry, "other records refer to it");
    } else if (resource.details) {
      const issues = [
        ...(await issuesOfDetails(work, resource, current, stored)),
        ...(await resource.check(work, current, stored)),
      ];
      if (issues.length > 0) throw conflictingRecords(entry, "other records have changed since");
    }
  }
}

/** A few statements instead of a few for each record. */
async function preloadRules(work: UnitOfWork, pending: readonly PendingChange[]): Promise<void> {
  for (const resource of resources) {
    const ofResource = pending.filter((one) => one.resource === resource);
    const deleted = ofResource.filter(({ current }) => current === null).map(({ id }) => id);
    for (const { owner, field, onDelete } of resource.dependants)
      if (onDelete === "clear") await work.loadReferring(owner.path, field, deleted);
    for (const { field, to } of resource.references) {
      const ids = ofResource.map(({ current }) => current?.[field]);
      await work.load(
        to,
        ids.filter((id) => typeof id === "string"),
      );
    }
  }
}

function conflictingRecords({ resource, record_id }: Entry, reason: string): AppError {
  return new AppError("conflict", { message: undoConflictMessage({ resource, id: record_id }, reason) });
}

/** The record of an entry before its change and after it, with the documents that the change touched. */
function entryRecords(entry: Pick<ActivityRow, "resource" | "before" | "after">) {
  const recordIn = (stored: unknown) => orderFields(entry.resource, stored) as FlatRecord | null;
  return [recordIn(entry.before), recordIn(entry.after)] as const;
}

/**
 * The row as it is when the entry's change is undone: what the change touched is as it was before, the rest stays.
 *
 * @param now the present row.
 * @returns null when the undo deletes the record; undefined when what the change touched has changed since.
 */
function rowBefore(
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
