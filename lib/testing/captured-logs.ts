import { vi } from "vitest";
import type { Database } from "../db/database.ts";
import { log } from "../log.ts";

/** What the service says of its limits in its log, from now to the end of the test; it is not printed. */
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

/** The two lines that tell of one outage. */
export function outageLines(store: string): string[] {
  return [
    `error: Limits can't be counted in ${store}: this instance counts by itself until it is back.`,
    `info: Limits are counted in ${store} again.`,
  ];
}

/** The statements that go to the database one by one, from now to the end of the test; those that count are prepared and not among them. */
export function recordQueries(database: Database): string[] {
  const asked: string[] = [];
  const { query } = database;
  vi.spyOn(database, "query").mockImplementation((sql, parameters) => {
    asked.push(sql.trim().split(/\s+/, 2).join(" "));
    return query(sql, parameters);
  });
  return asked;
}
