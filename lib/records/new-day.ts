import "server-only";
import type { Clock } from "../core/clock.ts";
import { dayInLondon } from "../core/dates.ts";
import { log } from "../core/log.ts";
import { Poll, type Idleness } from "../core/poll.ts";
import type { Database } from "../db/database.ts";

/** What is due once for a London day, `YYYY-MM-DD`. It is called again for a day on which it has failed. */
export type DailyWork = (database: Database, today: string) => Promise<void>;

/** So that the first request of a day brings the work of the day about within five seconds (contract §28). */
const lookMilliseconds = 2_000;

let dailyWork: DailyWork | null = null;

/** Sets what each process does on a new day, because the infrastructure does not know what is made of it. */
export function onNewDay(work: DailyWork): void {
  dailyWork = work;
}

/** Does the work of each London day: at the start, while the service is used, and when a host without timers asks. */
export function createNewDay(database: Database, now: Clock, idleness: Idleness) {
  let poll: Poll | null = null;
  /** The last day that is done. */
  let doneDay = "";
  let failedDay = "";
  let last: Promise<void> = Promise.resolve();

  async function workOf(today: string): Promise<void> {
    if (today <= doneDay) return;
    try {
      await dailyWork?.(database, today);
      doneDay = today;
    } catch (error) {
      if (failedDay !== today) log.warn({ err: error }, "The work of a new day failed. It will be retried.");
      failedDay = today;
      poll?.workWithin(lookMilliseconds);
    }
  }

  /** Resolves when the work of today is done, or has failed. A clock that goes back changes nothing. Never throws. */
  function look(): Promise<void> {
    const today = dayInLondon(now());
    if (today > doneDay && dailyWork) last = last.then(() => workOf(today));
    return last;
  }

  return {
    look,
    /** Looks now, and then by itself. */
    start: () => {
      poll = new Poll(lookMilliseconds, idleness, look);
      void look();
    },
    close: async () => {
      poll?.close();
      await last;
    },
  };
}
