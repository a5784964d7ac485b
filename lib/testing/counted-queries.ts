import { vi } from "vitest";
import type { Database } from "../db/connect.ts";

/** The statements that go to the database one by one, from now to the end of the test; those that count are prepared and not among them. */
export function hearQueries(database: Database): string[] {
  const asked: string[] = [];
  const { query } = database;
  vi.spyOn(database, "query").mockImplementation((sql, parameters) => {
    asked.push(sql.trim().split(/\s+/, 2).join(" "));
    return query(sql, parameters);
  });
  return asked;
}
