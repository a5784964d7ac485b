import "server-only";
import { randomUUID } from "node:crypto";
import type { Staff } from "../http/access/staff.ts";
import type { Database } from "../db/database.ts";
import { affectsNextStatement, isWorthRetrying } from "../db/errors.ts";
import type { Prisma } from "../db/generated/client.ts";
import type { ActivityAction } from "../db/generated/enums.ts";
import type { FlatRecord } from "../core/json.browser.ts";
import { addEntries, lockChanges, type NewActivityRow } from "../catalogue/activity-queries.ts";

/** One request's change of the data: its transaction, its author, and its entries in the activity log. */
export interface AuditedChange {
  readonly transaction: Prisma.TransactionClient;
  /** Shared by all entries of the change. */
  readonly id: string;
  /** Lets the next entries be a change of their own, which is undone by itself. */
  beginNext(): void;
  /** Adds an entry, to be written in the transaction. @param mergedInto the record that a deleted one merged into. */
  record(
    action: ActivityAction,
    resource: string,
    before: FlatRecord | null,
    after: FlatRecord | null,
    mergedInto?: string | null,
  ): void;
  /** Lets nothing of the change be written: what its work returns is all that comes of it. */
  rollBack(): void;
  /** Writes the entries so far, for callers that may still give the change up when this has taken long. */
  writeEntries(): Promise<void>;
}

/** What a change returned, and its last entry in the activity log: null when it has none. */
interface AuditedResult<Result> {
  readonly result: Result;
  readonly activityId: bigint | null;
}

/** The header that names an entry of a write (contract §29); a write that changed nothing has none. */
export function activityHeader(activityId: bigint | null): Record<string, string> {
  return activityId === null ? {} : { "Activity-Id": String(activityId) };
}

/** The limit for a change of many records; each of its statements has the usual limit. */
const maxMilliseconds = 180_000;

const tries = 3;
const queues = new WeakMap<Database, Promise<unknown>>();
const listeners = new WeakMap<Database, () => void>();

/** @param listener is called after each change that this process has tried, before its caller gets the answer. */
export function onChange(database: Database, listener: () => void): void {
  listeners.set(database, listener);
}

/** Runs `work` and writes its entries in one transaction, one after another on all instances: what it read stays. */
export async function runAuditedChange<Result>(
  database: Database,
  staff: Staff,
  work: (change: AuditedChange) => Promise<Result>,
): Promise<AuditedResult<Result>> {
  return runInTurn(database, async () => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await attemptChange(database, staff, work);
      } catch (error) {
        if (error instanceof RolledBack) return { result: error.result as Result, activityId: null };
        if (attempt === tries || !isWorthRetrying(error)) throw error;
      } finally {
        // Also after an error: when the connection breaks during a commit, its outcome is unknown.
        listeners.get(database)?.();
      }
    }
  });
}

/** Thrown to roll back the transaction of a change that only shows what it would do. */
class RolledBack extends Error {
  constructor(readonly result: unknown) {
    super("The change is rolled back.");
  }
}

function attemptChange<Result>(
  database: Database,
  staff: Staff,
  work: (change: AuditedChange) => Promise<Result>,
): Promise<AuditedResult<Result>> {
  let changeId = randomUUID();
  let isRolledBack = false;
  const entries: NewActivityRow[] = [];
  const author = { account_id: staff.accountId, account_name: staff.name ?? staff.email };
  return database.prisma.$transaction(
    async (transaction) => {
      // Lock the version row first: every write's trigger updates it, so taking it last could deadlock.
      await lockChanges(transaction);
      let activityId: bigint | null = null;
      const writeEntries = async () => {
        activityId = (await addEntries(transaction, entries.splice(0))) ?? activityId;
      };
      const result = await work({
        transaction,
        get id() {
          return changeId;
        },
        beginNext: () => void (changeId = randomUUID()),
        rollBack: () => void (isRolledBack = true),
        writeEntries,
        record: (action, resource, before, after, merged_into = null) => {
          const record_id = (after ?? before)?.id ?? "";
          entries.push({ ...author, change_id: changeId, action, resource, record_id, before, after, merged_into });
        },
      });
      if (isRolledBack) throw new RolledBack(result);
      await writeEntries();
      return { result, activityId };
    },
    { maxWait: 2_500, timeout: maxMilliseconds },
  );
}

/**
 * Runs one change at a time, so that waiting writers don't hold the connections that readers need. A failure that would
 * hit the next change too also ends the changes waiting behind it, because each would take as long to fail.
 */
async function runInTurn<Result>(database: Database, work: () => Promise<Result>): Promise<Result> {
  const before = queues.get(database) ?? Promise.resolve();
  const turn = before.then(work, (error: unknown) => {
    if (affectsNextStatement(error)) throw error;
    return work();
  });
  queues.set(database, turn);
  const leave = () => {
    if (queues.get(database) === turn) queues.delete(database);
  };
  turn.then(leave, leave);
  return turn;
}
