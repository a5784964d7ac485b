import type { StaffClient } from "./staff-client.ts";
import type { FaultRecorder } from "./fault-recorder.ts";

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
