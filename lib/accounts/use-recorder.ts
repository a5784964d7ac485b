import "server-only";
import { batch } from "../core/batch.ts";

/** A use of a key or a session. */
export interface Use {
  id: string;
  /** Milliseconds since 1970. */
  at: number;
}

/** Records when something was last used, with few writes and without delaying or failing a request. */
export class UseRecorder {
  readonly #record: (use: Use) => Promise<void>;
  readonly #minMilliseconds: number;
  readonly #inFlight = new Map<string, Promise<void>>();

  /** @param minMilliseconds between two recorded uses. */
  constructor(minMilliseconds: number, write: (uses: Use[]) => Promise<void>) {
    this.#minMilliseconds = minMilliseconds;
    this.#record = batch(async (uses: Use[]) => {
      await write(uses);
      return uses.map(() => undefined);
    });
  }

  /** Records a use, unless the last recorded one is too recent. @returns whether it does. */
  record(id: string, at: number, lastUsedAt: number | null): boolean {
    const isRecent = lastUsedAt !== null && at - lastUsedAt < this.#minMilliseconds;
    if (isRecent || this.#inFlight.has(id)) return false;
    const noted = this.#record({ id, at })
      .catch(() => undefined)
      .finally(() => this.#inFlight.delete(id));
    this.#inFlight.set(id, noted);
    return true;
  }

  /** Resolves when all uses are written, or their write has failed. */
  async flush(): Promise<void> {
    await Promise.all(this.#inFlight.values());
  }
}
