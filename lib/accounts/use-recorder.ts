import "server-only";
import { batch } from "../core/batch.ts";

/** A use of a key or a session. */
export interface Use {
  id: string;
  /** Milliseconds since 1970. */
  at: number;
}

export type UseRecorder = ReturnType<typeof createUseRecorder>;

/** Records when something was last used, with few writes. @param minMilliseconds between two recorded uses. */
export function createUseRecorder(minMilliseconds: number, write: (uses: Use[]) => Promise<void>) {
  const inFlight = new Map<string, Promise<void>>();
  const writeUse = batch(async (uses: Use[]) => {
    await write(uses);
    return uses.map(() => undefined);
  });
  return {
    /** Never delays or fails a request. @returns false, with nothing recorded, when the last recorded use is too recent. */
    record(id: string, at: number, lastUsedAt: number | null): boolean {
      const isRecent = lastUsedAt !== null && at - lastUsedAt < minMilliseconds;
      if (isRecent || inFlight.has(id)) return false;
      const noted = writeUse({ id, at })
        .catch(() => undefined)
        .finally(() => inFlight.delete(id));
      inFlight.set(id, noted);
      return true;
    },
    /** Resolves when all uses are written, or their write has failed. */
    async flush(): Promise<void> {
      await Promise.all(inFlight.values());
    },
  };
}
