import { onTestFinished } from "vitest";

declare module "vitest" {
  interface TaskMeta {
    seen?: RecordedFault;
  }
}

/** What came of a fault, for the table that `npm run test:faults` prints. */
interface RecordedFault {
  fault: string;
  /** How many answers had each status; `none` counts the questions that had no answer. */
  statuses: Record<string, number>;
  slowestMilliseconds: number;
  /** From the end of the fault to the first answer that is as before it; null where nothing was away. */
  backMilliseconds: number | null;
  /** What had been acknowledged and was looked for afterwards. */
  kept: { what: string; acknowledged: number; lost: number } | null;
}

/** Stands beside the clients of one fault and notes what they see. */
export interface FaultRecorder {
  /** Asks, and notes the answer and how long it took. @throws what `send` throws, noted as no answer. */
  see(send: () => Promise<Response>): Promise<Response>;
  /** For answers that are no `Response`; null: none came. */
  note(status: number | null, milliseconds: number): void;
  /** The fault is over: from now on time is taken. */
  over(): void;
  /** The first answer as before is there. Of several faults the slowest is told. */
  back(): void;
  kept(what: string, acknowledged: number, lost: number): void;
}

/** @param fault as the table says it. */
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
