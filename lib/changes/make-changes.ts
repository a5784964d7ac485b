import "server-only";
import { Draft } from "../resource/unit-of-work.ts";
import { persist } from "../resource/flush.ts";
import type { Staff } from "../auth/staff.ts";
import type { Database } from "../db/database.ts";
import { AppError } from "../errors.ts";
import { change, type Change } from "../audit-log/audited-change.ts";
import { turnTaker } from "../yielding.ts";
import type { Asked } from "./inspect-change.ts";
import { judge, refusalOf, refused, type Verdict } from "./evaluate-change.ts";
import { loadAhead } from "./preload.ts";
import { mostIssues } from "./schema.ts";

const changesAtOnce = 500;

/** The changes to make, and callbacks for progress and disconnection. */
export interface Order {
  changes: readonly Asked[];
  isDryRun: boolean;
  /** Called with the number of changes processed so far. */
  tell: (done: number) => void;
  /** Whether the client has disconnected; nothing is kept then. */
  isGone: () => boolean;
}

export interface Made {
  verdicts: Verdict[];
  /** Null when nothing was written. */
  changeId: string | null;
  activityId: bigint | null;
}

/**
 * Makes a list of changes in order, in one transaction, all or nothing. References are checked change by change;
 * duplicate assignments are checked against the final result.
 */
export async function makeChanges(database: Database, staff: Staff, order: Order): Promise<Made> {
  try {
    return await change(database, staff, async (made) => {
      const verdicts = await tryAll(made, order);
      if (order.isDryRun || verdicts.some(({ outcome }) => outcome === "refused")) throw new NotKept(verdicts);
      const turn = turnTaker();
      for (const { steps } of verdicts) {
        for (const { action, resource, before, after } of steps) made.note(action, resource.path, before, after);
        await turn();
      }
      const activityId = await made.writeNotes();
      await stillThere(order);
      return { verdicts, activityId, changeId: activityId === null ? null : made.id };
    });
  } catch (error) {
    if (error instanceof NotKept) return { verdicts: error.verdicts, changeId: null, activityId: null };
    throw error;
  }
}

/** Thrown to roll back a transaction. */
class NotKept extends Error {
  constructor(readonly verdicts: Verdict[]) {
    super("The transaction is rolled back.");
  }
}

/** Checks and writes everything, so that constraint violations of the database show too. */
async function tryAll(made: Change, order: Order): Promise<Verdict[]> {
  const { changes, tell } = order;
  const draft = new Draft(made.transaction);
  const verdicts: Verdict[] = [];
  const turn = turnTaker();
  for (let start = 0; start < changes.length; start += changesAtOnce) {
    const some = changes.slice(start, start + changesAtOnce);
    await loadAhead(draft, some);
    for (const asked of some) {
      verdicts.push(await judge(draft, asked, verdicts.length));
      await turn();
    }
    tell(Math.floor(verdicts.length / 2));
    await stillThere(order);
  }
  const refusals = await persist(draft, made.staff, {
    mostRefusals: mostIssues,
    watch: (done, of) => {
      tell(Math.floor((changes.length * (of + Math.min(done, of))) / (2 * of)));
      if (order.isGone()) throw gone();
    },
  });
  for (const { by, error } of refusals) {
    if (verdicts[by]) verdicts[by] = refused(verdicts[by].id, refusalOf(error));
  }
  return verdicts;
}

/** Waits for one turn of the event loop, in which a closed connection is noticed. */
async function stillThere({ isGone }: Order): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
  if (isGone()) throw gone();
}

/** For the log; no client reads it. */
function gone(): AppError {
  return new AppError("bad_request", {
    message: "The client disconnected before the changes were made. Nothing was changed.",
  });
}
