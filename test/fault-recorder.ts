import { onTestFinished, vi } from "vitest";
import { log } from "../lib/core/log.ts";
import type { Database } from "../lib/db/database.ts";
import type { StaffClient } from "./signed-in.ts";

declare module "vitest" {
  interface TaskMeta {
    seen?: RecordedFault;
  }
}

/** What clients saw of a fault, for the table of `npm run test:faults`. */
interface RecordedFault {
  fault: string;
  /** The number of responses by status; `none` counts requests without a response. */
  statuses: Record<string, number>;
  slowestMilliseconds: number;
  /** Time from the end of the fault to the first normal response; null when nothing was unavailable. */
  backMilliseconds: number | null;
  /** Acknowledged writes or counts, which were checked afterwards. */
  kept: { what: string; acknowledged: number; lost: number } | null;
}

/** Records what the clients see during one fault. */
export interface FaultRecorder {
  /**
   * Sends a request and records its response and duration. @throws the error of `send`, recorded as no response.
   */
  see(send: () => Promise<Response>): Promise<Response>;
  /** For responses that are not a `Response`; null: there was none. */
  note(status: number | null, milliseconds: number): void;
  /** Marks the end of the fault and starts measuring the recovery. */
  over(): void;
  /** Marks the first normal response. Of several recoveries the slowest is reported. */
  back(): void;
  kept(what: string, acknowledged: number, lost: number): void;
}

/** @param fault the fault's name in the table. */
export function recordFault(fault: string): FaultRecorder {
  const seen: RecordedFault = { fault, statuses: {}, slowestMilliseconds: 0, backMilliseconds: null, kept: null };
  let overAt: number | null = null;
  onTestFinished(({ task }) => {
    task.meta.seen = seen;
  });
  const note: FaultRecorder["note"] = (status, milliseconds) => {
    const name = String(status ?? "none");
    seen.statuses[name] = (seen.statuses[name] ?? 0) + 1;
    if (status !== null) seen.slowestMilliseconds = Math.max(seen.slowestMilliseconds, milliseconds);
  };
  return {
    note,
    see: async (send) => {
      const startedAt = performance.now();
      try {
        const response = await send();
        note(response.status, performance.now() - startedAt);
        return response;
      } catch (error) {
        note(null, 0);
        throw error;
      }
    },
    over: () => {
      overAt = performance.now();
    },
    back: () => {
      if (overAt !== null) seen.backMilliseconds = Math.max(seen.backMilliseconds ?? 0, performance.now() - overAt);
      overAt = null;
    },
    kept: (what, acknowledged, lost) => {
      seen.kept = { what, acknowledged, lost };
    },
  };
}

/** The database, with something done around each statement that does not go through Prisma. */
export function aroundStatements(
  database: Database,
  around: <Answer>(run: () => Promise<Answer>) => Promise<Answer>,
): Database {
  return {
    ...database,
    query: (...asked) => around(() => database.query(...asked)),
    prepare: (...named) => {
      const ask = database.prepare(...named);
      return (parameters) => around(() => ask(parameters));
    },
  };
}

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
  database.query = (sql, parameters) => {
    asked.push(sql.trim().split(/\s+/, 2).join(" "));
    return query(sql, parameters);
  };
  // A second attempt would record the first one.
  onTestFinished(() => void (database.query = query));
  return asked;
}

/** Concurrent writers that continue regardless of the responses. */
export interface Writers {
  /** The names of the shows whose creation returned 201, in the order of the responses. */
  readonly acknowledged: readonly string[];
  /** The status of the other requests; null for an incomplete response. */
  readonly refused: readonly (number | null)[];
  /** Waits for the requests in progress. */
  stop(): Promise<void>;
  /** The acknowledged shows that are missing from the list. */
  missing(reader?: StaffClient): Promise<string[]>;
}

/** @param mark distinguishes the shows of these writers. */
export function startWriters(staff: StaffClient, count: number, seen: FaultRecorder, mark = "writer"): Writers {
  const acknowledged: string[] = [];
  const refused: (number | null)[] = [];
  let isStopped = false;

  async function write(name: string): Promise<void> {
    const status = await statusOf(() => seen.see(() => staff.ask("POST", "shows", { name, type: "play" })));
    if (status === 201) acknowledged.push(name);
    else refused.push(status);
  }
  const writing = Array.from({ length: count }, async (_, writer) => {
    for (let number = 0; !isStopped; number += 1) {
      await write(`Written by ${mark} ${writer}: ${number}`);
      // An immediate refusal would otherwise be repeated a thousand times a second.
      if (refused.length > 0) await new Promise((resolve) => setTimeout(resolve, 20));
    }
  });

  return {
    acknowledged,
    refused,
    stop: async () => {
      isStopped = true;
      await Promise.all(writing);
    },
    missing: async (reader = staff) => {
      const shows = (await (await reader.ask("GET", "shows")).json()) as { name: string }[];
      const names = new Set(shows.map((show) => show.name));
      return acknowledged.filter((name) => !names.has(name));
    },
  };
}

/** Resolves with the complete response. */
async function statusOf(send: () => Promise<Response>): Promise<number | null> {
  try {
    const response = await send();
    await response.arrayBuffer();
    return response.status;
  } catch {
    return null;
  }
}
