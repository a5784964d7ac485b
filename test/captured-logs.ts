import { onTestFinished, vi } from "vitest";
import type { Database } from "../lib/db/database.ts";
import { log } from "../lib/core/log.ts";

/** Captures the log lines about limits until the end of the test, without printing them. */
export function captureLimitLogs(): string[] {
  const said: string[] = [];
  for (const level of ["info", "warn", "error"] as const) {
    vi.spyOn(log, level).mockImplementation((...words: unknown[]) => {
      const sentence = words.find((word) => typeof word === "string") ?? "";
      if (sentence.startsWith("Limits ")) said.push(`${level}: ${sentence}`);
    });
  }
  return said;
}

/** The two log lines of one outage. */
export function outageLines(store: string): string[] {
  return [
    `error: Limits can't be counted in ${store}: this instance counts by itself until it is back.`,
    `info: Limits are counted in ${store} again.`,
  ];
}

/**
 * Captures the unprepared SQL statements until the end of the test. Counting uses prepared statements, so it is not
 * included.
 */
export function recordQueries(database: Database): string[] {
  const asked: string[] = [];
  const { query } = database;
  const spy = vi.spyOn(database, "query").mockImplementation((sql, parameters) => {
    asked.push(sql.trim().split(/\s+/, 2).join(" "));
    return query(sql, parameters);
  });
  // A second attempt would spy on the spy.
  onTestFinished(() => spy.mockRestore());
  return asked;
}
