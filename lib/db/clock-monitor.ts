import "server-only";
import type { Clock } from "../core/clock.ts";
import { log } from "../core/log.ts";
import type { Database } from "./database.ts";

const toleratedSeconds = 10;

/** Compares this instance's clock with the database's, which all instances share, and logs a difference once. */
export class ClockMonitor {
  readonly #database: Database;
  readonly #now: Clock;
  #secondsAhead = 0;
  #logged = 0;

  constructor(database: Database, now: Clock) {
    this.#database = database;
    this.#now = now;
  }

  /**
   * Seconds by which this instance's clock is ahead of the database's (negative: behind) at the last check; 0 when the
   * difference is at most ten.
   */
  get secondsAhead(): number {
    return this.#secondsAhead;
  }

  /** Reads the database's clock and compares it with this one. Resolves when the database has answered. */
  async check(): Promise<void> {
    const before = this.#now();
    const [row] = await this.#database.query<{ milliseconds: number }>(
      "SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS milliseconds",
      [],
    );
    // PGlite runs in this process and reads the same clock.
    if (!row || this.#database.kind === "embedded") return;
    this.#note(Math.round(distance(row.milliseconds, before, this.#now()) / 1000));
  }

  #note(seconds: number): void {
    this.#secondsAhead = Math.abs(seconds) > toleratedSeconds ? seconds : 0;
    if (Math.abs(this.#secondsAhead - this.#logged) <= toleratedSeconds) return;
    this.#logged = this.#secondsAhead;
    if (seconds === 0) log.warn("The clock of this instance agrees with the database's clock again.");
    else log.error(wrongClock(this.#secondsAhead));
  }
}

/** Milliseconds by which `moment` lies outside the span of the question, in which the database read its clock. */
function distance(moment: number, from: number, to: number): number {
  if (moment < from) return from - moment;
  return moment > to ? to - moment : 0;
}

function wrongClock(secondsAhead: number): string {
  const where = secondsAhead > 0 ? "ahead of" : "behind";
  return (
    `The clock of this instance is ${Math.abs(secondsAhead)} seconds ${where} the database's clock. ` +
    "It affects request limits and session expiry. Synchronise both clocks with NTP."
  );
}
