import "server-only";
import { dayInLondon } from "../../core/dates.ts";
import { logStep } from "../../records/log-step.ts";
import { UnitOfWork } from "../../records/unit-of-work.ts";
import { flush } from "../../records/flush.ts";
import type { Staff } from "../../accounts/sign-in/staff.ts";
import type { Database } from "../../db/database.ts";
import { AppError } from "../../core/errors.ts";
import { runAuditedChange, type AuditedChange } from "../../history/audit-log/audited-change.ts";
import { createYielder } from "../../core/yielding.ts";
import type { InspectedChange } from "./inspect-change.ts";
import { evaluateChange, changeRefusal, refusedChange, type ChangeEvaluation } from "./evaluate-change.ts";
import { Placeholders } from "./placeholders.ts";
import { preload } from "./preload.ts";
import { maxIssuesPerResult } from "./schema.browser.ts";

const changesPerStep = 500;

/** The changes to make, and callbacks for progress and disconnection. */
export interface BulkChange {
  changes: readonly InspectedChange[];
  isDryRun: boolean;
  /** Milliseconds since 1970. */
  now: number;
  /** Called with the number of changes processed so far. */
  onProgress: (done: number) => void;
  /** Whether the client has disconnected; nothing is kept then. */
  isClientGone: () => boolean;
}

export interface BulkResult {
  evaluations: ChangeEvaluation[];
  /** Null when nothing was written. */
  changeId: string | null;
  activityId: bigint | null;
  /** The day in London as of which the changes were made. */
  today: string;
}

/**
 * Makes a list of changes in order, in one transaction, all or nothing. References are checked change by change;
 * duplicate assignments are checked against the final result.
 */
export async function makeChanges(database: Database, staff: Staff, batch: BulkChange): Promise<BulkResult> {
  const today = dayInLondon(batch.now);
  try {
    return await runAuditedChange(database, staff, async (made) => {
      const evaluations = await tryAll(made, batch);
      if (batch.isDryRun || evaluations.some(({ outcome }) => outcome === "refused")) throw new RolledBack(evaluations);
      const turn = createYielder();
      for (const { steps } of evaluations) {
        for (const step of steps) logStep(made, step, today);
        await turn();
      }
      const activityId = await made.writeEntries();
      await isClientWaiting(batch);
      return { evaluations, activityId, changeId: activityId === null ? null : made.id, today };
    });
  } catch (error) {
    if (error instanceof RolledBack) return { evaluations: error.evaluations, changeId: null, activityId: null, today };
    throw error;
  }
}

/** Thrown to roll back a transaction. */
class RolledBack extends Error {
  constructor(readonly evaluations: ChangeEvaluation[]) {
    super("The transaction is rolled back.");
  }
}

/** Checks and writes everything, so that constraint violations of the database show too. */
async function tryAll(made: AuditedChange, batch: BulkChange): Promise<ChangeEvaluation[]> {
  const { changes, onProgress } = batch;
  const work = new UnitOfWork(made.transaction, dayInLondon(batch.now));
  const placeholders = new Placeholders();
  const evaluations: ChangeEvaluation[] = [];
  const turn = createYielder();
  for (let start = 0; start < changes.length; start += changesPerStep) {
    const some = changes.slice(start, start + changesPerStep);
    await preload(work, some);
    for (const asked of some) {
      evaluations.push(await evaluateChange(work, placeholders, asked, evaluations.length, batch.now));
      await turn();
    }
    onProgress(Math.floor(evaluations.length / 2));
    await isClientWaiting(batch);
  }
  const refusals = await flush(work, {
    maxRefusals: maxIssuesPerResult,
    watch: (done, of) => {
      onProgress(Math.floor((changes.length * (of + Math.min(done, of))) / (2 * of)));
      if (batch.isClientGone()) throw clientGone();
    },
  });
  for (const { changeIndex, error } of refusals) {
    if (evaluations[changeIndex])
      evaluations[changeIndex] = refusedChange(evaluations[changeIndex].id, changeRefusal(error));
  }
  return evaluations;
}

/** Waits for one turn of the event loop, in which a closed connection is noticed. */
async function isClientWaiting({ isClientGone }: BulkChange): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
  if (isClientGone()) throw clientGone();
}

/** For the log; no client reads it. */
function clientGone(): AppError {
  return new AppError("bad_request", {
    message: "The client disconnected before the changes were made. Nothing was changed.",
  });
}
