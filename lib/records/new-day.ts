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
export class NewDay {
  readonly #database: Database;
  readonly #now: Clock;
  readonly #idleness: Idleness;
  #poll: Poll | null = null;
  /** The last day that is done. */
  #day = "";
  #failedDay = "";
  #last: Promise<void> = Promise.resolve();

  constructor(database: Database, now: Clock, idleness: Idleness) {
    this.#database = database;
    this.#now = now;
    this.#idleness = idleness;
  }

  /** Looks now, and then by itself. */
  start(): void {
    this.#poll = new Poll(lookMilliseconds, this.#idleness, () => this.look());
    void this.look();
  }

  /** Resolves when the work of today is done, or has failed. A clock that goes back changes nothing. Never throws. */
  look(): Promise<void> {
    const today = dayInLondon(this.#now());
    if (today > this.#day && dailyWork) this.#last = this.#last.then(() => this.#do(today));
    return this.#last;
  }

  async close(): Promise<void> {
    this.#poll?.close();
    await this.#last;
  }

  async #do(today: string): Promise<void> {
    if (today <= this.#day) return;
    try {
      await dailyWork?.(this.#database, today);
      this.#day = today;
    } catch (error) {
      if (this.#failedDay !== today) log.warn({ err: error }, "The work of a new day failed. It will be retried.");
      this.#failedDay = today;
      this.#poll?.workWithin(lookMilliseconds);
    }
  }
}
