import "server-only";
import { Draft } from "../resource/draft.ts";
import { persist } from "../resource/persist.ts";
import type { Staff } from "../auth/staff.ts";
import type { Database } from "../db/connect.ts";
import { AppError } from "../errors.ts";
import { change, type Change } from "../audit-log/change.ts";
import { turnTaker } from "../turns.ts";
import type { Asked } from "./inspect-change.ts";
import { judge, refusalOf, refused, type Verdict } from "./judge.ts";
import { loadAhead } from "./load-ahead.ts";
import { mostIssues } from "./schema.ts";

const changesAtOnce = 500;

/** What is to be done, for whom, and who watches. */
export interface Order {
  changes: readonly Asked[];
  isDryRun: boolean;
  /** Told how many of the changes are as good as made. */
  tell: (done: number) => void;
  /** Whether nobody waits any more; then nothing is kept. */
  isGone: () => boolean;
}

export interface Made {
  verdicts: Verdict[];
  /** Null when nothing was written. */
  changeId: string | null;
  activityId: bigint | null;
}

/**
 * Makes a list of changes one after another in one transaction, all or nothing. What refers to
 * each other is judged change by change; that no assignment is there twice, by what the list comes to.
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

/** Ends a transaction whose work is not to be kept. */
class NotKept extends Error {
  constructor(readonly verdicts: Verdict[]) {
    super("Nothing of this is kept.");
  }
}

/** Judges and writes everything, so that what only the database decides shows as well. */
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

/** After a turn of the event loop, in which a closed connection is noticed. */
async function stillThere({ isGone }: Order): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
  if (isGone()) throw gone();
}

/** For the log; there is nobody to read it. */
function gone(): AppError {
  return new AppError("bad_request", { message: "The client left before the changes were made. Nothing was changed." });
}
