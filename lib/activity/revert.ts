import "server-only";
import { isDeepStrictEqual } from "node:util";
import type { Resource } from "../api/resource.ts";
import type { Staff } from "../auth/staff.ts";
import type { Database } from "../db/connect.ts";
import { brokenRule } from "../db/errors.ts";
import { AppError } from "../errors.ts";
import { change, type Change } from "../journal/change.ts";
import { entriesOfChange, type Entry, type FlatRecord } from "../journal/queries.ts";
import { resources } from "../resources.ts";
import { inOrder } from "./in-order.ts";

/**
 * Undoes the whole change that an entry belongs to, the last part first; all or nothing.
 *
 * @returns the entry's record as it now is; for a creation undone, as it was.
 * @throws AppError 404 for no entry's id, 409 where a later change stands in the way.
 */
export async function revert(database: Database, staff: Staff, id: bigint): Promise<FlatRecord> {
  return change(database, staff, async (made) => {
    const entries = await entriesOfChange(made.transaction, id);
    const asked = entries.find((entry) => entry.id === id);
    if (!asked) throw new AppError("not_found", { error: "Activity not found" });
    for (const entry of entries) await undo(made, entry);
    const record = await resourceOf(asked).find(made.transaction, asked.record_id);
    return record ?? (inOrder(asked.resource, asked.after) as FlatRecord);
  });
}

async function undo(made: Change, entry: Entry): Promise<void> {
  const resource = resourceOf(entry);
  const { transaction, staff } = made;
  const [before, after] = [entry.before, entry.after] as [FlatRecord | null, FlatRecord | null];
  const now = await resource.find(transaction, entry.record_id);
  if (!isDeepStrictEqual(now, after)) throw inTheWay(entry, "it was changed since");
  try {
    if (!before) await resource.remove(transaction, staff, entry.record_id);
    else if (!after) await resource.insert(transaction, staff, before);
    else await resource.update(transaction, staff, before);
  } catch (error) {
    if (brokenRule(error)) throw inTheWay(entry, "other records changed since");
    throw error;
  }
  made.note("revert", entry.resource, after, before);
}

function resourceOf({ resource }: Entry): Resource {
  const found = resources.find(({ path }) => path === resource);
  if (!found) throw new Error(`The journal names ${resource}, which is no resource.`);
  return found;
}

function inTheWay({ resource, record_id }: Entry, reason: string): AppError {
  return new AppError("conflict", {
    message: `${resource}/${record_id} can't be put back: ${reason}. Nothing was changed.`,
  });
}
