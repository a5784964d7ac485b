import "server-only";
import { isDeepStrictEqual } from "node:util";
import { Draft } from "../resource/unit-of-work.ts";
import { persist } from "../resource/flush.ts";
import type { Resource } from "../resource/resource.ts";
import type { Staff } from "../auth/staff.ts";
import type { Database } from "../db/database.ts";
import { AppError } from "../errors.ts";
import { change } from "../audit-log/audited-change.ts";
import { entriesOfChange, findEntry, type Entry, type FlatRecord } from "../audit-log/queries.ts";
import { resources } from "../resources/resources.ts";
import { turnTaker } from "../yielding.ts";
import { inOrder } from "./order-fields.ts";

/**
 * Undoes the whole change that an entry belongs to, last entry first, all or nothing.
 *
 * @returns the entry's record after the undo; for an undone creation, as it was.
 * @throws AppError 404 for an unknown entry, 409 when a later change stands in the way.
 */
export async function revert(database: Database, staff: Staff, id: bigint): Promise<FlatRecord> {
  return change(database, staff, async (made) => {
    const asked = await findEntry(made.transaction, id);
    if (!asked) throw new AppError("not_found", { error: "Activity not found" });
    const draft = new Draft(made.transaction);
    const undone: Pick<Entry, "resource" | "record_id">[] = [];
    const turn = turnTaker();
    for await (const entries of entriesOfChange(made.transaction, asked.change_id)) {
      await loadRecords(draft, entries);
      for (const entry of entries) {
        const [before, after] = await undo(draft, entry, undone.length);
        made.note("revert", entry.resource, after, before);
        undone.push({ resource: entry.resource, record_id: entry.record_id });
        await turn();
      }
    }
    const [refusal] = await persist(draft, staff);
    const refused = refusal && undone[refusal.by];
    if (refused) throw inTheWay(refused, "other records have changed since");
    const record = await draft.find(resourceOf(asked).table, asked.record_id);
    return record ?? (inOrder(asked.resource, asked.after) as FlatRecord);
  });
}

async function loadRecords(draft: Draft, entries: Entry[]): Promise<void> {
  for (const { path, table } of resources) {
    const own = entries.filter(({ resource }) => resource === path);
    await draft.load(
      table,
      own.map(({ record_id }) => record_id),
    );
  }
}

/** @returns the record as it was before the entry's change, and after it. */
async function undo(draft: Draft, entry: Entry, by: number): Promise<[FlatRecord | null, FlatRecord | null]> {
  const resource = resourceOf(entry);
  const [before, after] = [entry.before, entry.after].map(
    (stored) => inOrder(entry.resource, stored) as FlatRecord | null,
  ) as [FlatRecord | null, FlatRecord | null];
  const now = await draft.find(resource.table, entry.record_id);
  if (!isDeepStrictEqual(now, after)) throw inTheWay(entry, "it has changed since");
  draft.put(resource, entry.record_id, before, by);
  return [before, after];
}

function resourceOf({ resource }: Pick<Entry, "resource">): Resource {
  const found = resources.find(({ path }) => path === resource);
  if (!found) throw new Error(`The activity log has an unknown resource: ${resource}.`);
  return found;
}

function inTheWay({ resource, record_id }: Pick<Entry, "resource" | "record_id">, reason: string): AppError {
  return new AppError("conflict", {
    message: `${resource}/${record_id} can't be restored: ${reason}. Nothing was changed.`,
  });
}
