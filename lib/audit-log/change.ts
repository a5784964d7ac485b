import "server-only";
import { randomUUID } from "node:crypto";
import type { Staff } from "../auth/staff.ts";
import type { Database } from "../db/connect.ts";
import { awaitsTheNext, isWorthRetrying } from "../db/errors.ts";
import type { Prisma } from "../db/generated/client.ts";
import type { ActivityAction } from "../db/generated/enums.ts";
import { addEntries, waitForTurn, type FlatRecord, type NewEntry } from "./queries.ts";

/** One request's change of the data: a transaction, who makes it, and what is to be written of it. */
export interface Change {
  readonly transaction: Prisma.TransactionClient;
  readonly staff: Staff;
  /** Shared by all its entries. */
  readonly id: string;
  /** Notes what became of a record. It is written with the change, or not at all. */
  note(action: ActivityAction, resource: string, before: FlatRecord | null, after: FlatRecord | null): void;
  /**
   * Writes what is noted now, for whoever wants to know under which number.
   *
   * @returns the last entry's; null when nothing was noted.
   */
  writeNotes(): Promise<bigint | null>;
}

/** A change of many records may take that long; a statement of it no longer than any other. */
const mostMilliseconds = 180_000;

const tries = 3;
const queues = new WeakMap<Database, Promise<unknown>>();
const listeners = new WeakMap<Database, () => void>();

/** @param listener is called after each change that this process has tried, before whoever asked for it is answered. */
export function afterChanges(database: Database, listener: () => void): void {
  listeners.set(database, listener);
}

/**
 * Runs `work` and writes its entries in one transaction. Changes are made one after
 * another, in this instance and among all: what `work` has looked at stays as it was.
 */
export async function change<Result>(
  database: Database,
  staff: Staff,
  work: (change: Change) => Promise<Result>,
): Promise<Result> {
  return inTurn(database, async () => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await attemptChange(database, staff, work);
      } catch (error) {
        if (attempt === tries || !isWorthRetrying(error)) throw error;
      } finally {
        // Also after an error: a connection that broke in a commit says nothing of what became of it.
        listeners.get(database)?.();
      }
    }
  });
}

function attemptChange<Result>(
  database: Database,
  staff: Staff,
  work: (change: Change) => Promise<Result>,
): Promise<Result> {
  const changeId = randomUUID();
  const entries: NewEntry[] = [];
  const author = { accountId: staff.accountId, accountName: staff.name ?? staff.email };
  return database.prisma.$transaction(
    async (transaction) => {
      // Every write ends up waiting for this row, which its trigger raises; waiting first, nobody holds what another needs.
      await waitForTurn(transaction);
      const result = await work({
        transaction,
        staff,
        id: changeId,
        writeNotes: () => addEntries(transaction, entries.splice(0)),
        note: (action, resource, before, after) => {
          const recordId = (after ?? before)?.id ?? "";
          entries.push({ ...author, changeId, action, resource, recordId, before, after });
        },
      });
      await addEntries(transaction, entries);
      return result;
    },
    { maxWait: 2_500, timeout: mostMilliseconds },
  );
}

/**
 * One change at a time, so that writers who wait don't hold the connections that readers need. What keeps the database
 * from one change ends those that waited behind it too: each would take as long to find it out.
 */
async function inTurn<Result>(database: Database, work: () => Promise<Result>): Promise<Result> {
  const before = queues.get(database) ?? Promise.resolve();
  const turn = before.then(work, (error: unknown) => {
    if (awaitsTheNext(error)) throw error;
    return work();
  });
  queues.set(database, turn);
  const leave = () => {
    if (queues.get(database) === turn) queues.delete(database);
  };
  turn.then(leave, leave);
  return turn;
}
