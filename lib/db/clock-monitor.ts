import "server-only";
import type { Clock } from "../core/clock.ts";
import { log } from "../core/log.ts";
import type { Database } from "./database.ts";

const toleratedSeconds = 10;

export type ClockMonitor = ReturnType<typeof createClockMonitor>;

/** Compares this instance's clock with the database's, which all instances share, and logs a difference once. */
export function createClockMonitor(database: Pick<Database, "kind" | "query">, now: Clock) {
  let [secondsAhead, logged] = [0, 0];

  function note(seconds: number): void {
    secondsAhead = Math.abs(seconds) > toleratedSeconds ? seconds : 0;
    if (Math.abs(secondsAhead - logged) <= toleratedSeconds) return;
    logged = secondsAhead;
    if (seconds === 0) log.warn("The clock of this instance agrees with the database's clock again.");
    else log.error(wrongClock(secondsAhead));
  }

  return {
    /** Seconds that this clock was ahead at the last check (negative: behind); 0 when the difference is at most ten. */
    get secondsAhead() {
      return secondsAhead;
    },
    /** Reads the database's clock and compares it with this one. Resolves when the database has answered. */
    async check(): Promise<void> {
      const before = now();
      const [row] = await database.query<{ milliseconds: number }>(
        "SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS milliseconds",
        [],
      );
      // PGlite runs in this process and reads the same clock.
      if (!row || database.kind === "embedded") return;
      // It was read between the question and the answer.
      const nearest = Math.min(Math.max(row.milliseconds, before), now());
      note(Math.round((nearest - row.milliseconds) / 1000));
    },
  };
}

function wrongClock(secondsAhead: number): string {
  const where = secondsAhead > 0 ? "ahead of" : "behind";
  return (
    `The clock of this instance is ${Math.abs(secondsAhead)} seconds ${where} the database's clock. ` +
    "It affects request limits and session expiry. Synchronise both clocks with NTP."
  );
}
