import "server-only";
import { retainedData, type RetentionContext } from "./retained-data.ts";
import { Poll, type Idleness } from "../core/poll.ts";
import { log } from "../core/log.ts";
import type { ClockMonitor } from "../db/clock-monitor.ts";
import { forgetDeletions } from "../history/audit-log/change-queries.ts";

const briefMilliseconds = 5 * 60_000;
const longMilliseconds = 3_600_000;

/** Deletes what `/privacy` says is kept for a time (`retained-data.ts`), and watches the clock. */
export class Housekeeping {
  readonly #context: RetentionContext;
  readonly #clock: ClockMonitor;
  readonly #poll: Poll;
  #last = Promise.resolve();
  #nextBrief = 0;
  #nextLong = 0;

  constructor(context: RetentionContext, clock: ClockMonitor, idleness: Idleness) {
    this.#context = context;
    this.#clock = clock;
    this.#poll = new Poll(briefMilliseconds, idleness, () => this.deleteWhenDue());
    void this.deleteOldRows();
  }

  /** For hosts that suspend a process between requests, and its timers with it. Never throws. */
  deleteWhenDue(): Promise<void> {
    const now = performance.now();
    if (now >= this.#nextLong) return this.deleteOldRows();
    return now >= this.#nextBrief ? this.#delete(true) : this.#last;
  }

  /** Deletes all that is over. Never throws. */
  deleteOldRows(): Promise<void> {
    this.#nextLong = performance.now() + longMilliseconds;
    return this.#delete(false);
  }

  async close(): Promise<void> {
    this.#poll.close();
    await this.#last;
  }

  #delete(isBriefOnly: boolean): Promise<void> {
    this.#nextBrief = performance.now() + briefMilliseconds;
    return (this.#last = this.#last.then(async () => {
      const { database, settings } = this.#context;
      const due = retainedData.filter(({ isBrief = false }) => isBrief || !isBriefOnly);
      const others = isBriefOnly ? [] : [this.#clock.check(), forgetDeletions(database, settings.UPDATES_KEEP_DAYS)];
      await Promise.all([...due.map(({ deleteOld }) => deleteOld?.(this.#context)), ...others]).catch(
        (error: unknown) => log.warn({ err: error }, "Clean-up of expired rows failed. It will be retried."),
      );
    }));
  }
}
