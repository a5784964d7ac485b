import "server-only";
import type { Database } from "../../db/database.ts";
import { batch } from "../../core/batch.ts";
import { recordSessionUse } from "./session-queries.ts";

const minRecordIntervalMilliseconds = 5 * 60_000;

/** Records when sessions were last used, with few writes and without delaying requests. */
export class SessionUsageRecorder {
  readonly #record: (use: { id: string; at: number }) => Promise<void>;
  readonly #inFlight = new Map<string, Promise<void>>();

  constructor(database: Database) {
    this.#record = batch(async (uses: { id: string; at: number }[]) => {
      await recordSessionUse(database, uses);
      return uses.map(() => undefined);
    });
  }

  /** Records a use, unless the last recorded one is less than five minutes old. Never throws. */
  record(id: string, at: number, lastUsedAt: number): void {
    if (at - lastUsedAt < minRecordIntervalMilliseconds || this.#inFlight.has(id)) return;
    const noted = this.#record({ id, at })
      .catch(() => undefined)
      .finally(() => this.#inFlight.delete(id));
    this.#inFlight.set(id, noted);
  }

  /** Resolves when all uses are written, or their write has failed. */
  async flush(): Promise<void> {
    await Promise.all(this.#inFlight.values());
  }
}
