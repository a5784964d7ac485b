import "server-only";
import { isDeepStrictEqual } from "node:util";
import { UnitOfWork } from "../resource/unit-of-work.ts";
import { flush } from "../resource/flush.ts";
import type { Resource } from "../resource/resource.ts";
import type { Staff } from "../auth/staff.ts";
import type { Database } from "../db/database.ts";
import { AppError } from "../errors.ts";
import { runAuditedChange } from "../audit-log/audited-change.ts";
import { entriesOfChange, findEntry, type ActivityRow, type FlatRecord } from "../audit-log/queries.ts";
import { resources } from "../resources/resources.ts";
import { createYielder } from "../yielding.ts";
import { orderFields } from "./order-fields.ts";
import { undoConflictMessage } from "./terms.ts";

/**
 * Undoes the whole change that an entry belongs to, last entry first, all or nothing.
 *
 * @returns the entry's record after the undo; for an undone creation, as it was.
 * @throws AppError 404 for an unknown entry, 409 when a later change stands in the way.
 */
export async function revertChange(database: Database, staff: Staff, id: bigint): Promise<FlatRecord> {
  return runAuditedChange(database, staff, async (made) => {
    const asked = await findEntry(made.transaction, id);
    if (!asked) throw new AppError("not_found", { error: "Activity not found" });
    const work = new UnitOfWork(made.transaction);
    const undone: Pick<ActivityRow, "resource" | "record_id">[] = [];
    const turn = createYielder();
    for await (const entries of entriesOfChange(made.transaction, asked.change_id)) {
      await loadRecords(work, entries);
      for (const entry of entries) {
        const [before, after] = await undo(work, entry, undone.length);
        made.record("revert", entry.resource, after, before);
        undone.push({ resource: entry.resource, record_id: entry.record_id });
        await turn();
      }
    }
    const [refusal] = await flush(work, staff);
    const refused = refusal && undone[refusal.changeIndex];
    if (refused) throw conflictingRecords(refused, "other records have changed since");
    const record = await work.find(resourceOf(asked).repository, asked.record_id);
    return record ?? (orderFields(asked.resource, asked.after) as FlatRecord);
  });
}

async function loadRecords(work: UnitOfWork, entries: ActivityRow[]): Promise<void> {
  for (const { path, repository } of resources) {
    const own = entries.filter(({ resource }) => resource === path);
    await work.load(
      repository,
      own.map(({ record_id }) => record_id),
    );
  }
}

/** @returns the record as it was before the entry's change, and after it. */
async function undo(work: UnitOfWork, entry: ActivityRow, by: number): Promise<[FlatRecord | null, FlatRecord | null]> {
  const resource = resourceOf(entry);
  const [before, after] = [entry.before, entry.after].map(
    (stored) => orderFields(entry.resource, stored) as FlatRecord | null,
  ) as [FlatRecord | null, FlatRecord | null];
  const now = await work.find(resource.repository, entry.record_id);
  if (!isDeepStrictEqual(now, after)) throw conflictingRecords(entry, "it has changed since");
  work.put(resource, entry.record_id, before, by);
  return [before, after];
}

function resourceOf({ resource }: Pick<ActivityRow, "resource">): Resource {
  const found = resources.find(({ path }) => path === resource);
  if (!found) throw new Error(`The activity log has an unknown resource: ${resource}.`);
  return found;
}

function conflictingRecords(
  { resource, record_id }: Pick<ActivityRow, "resource" | "record_id">,
  reason: string,
): AppError {
  return new AppError("conflict", {
    message: undoConflictMessage({ resource, id: record_id }, reason),
  });
}
