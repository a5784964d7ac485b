import "server-only";
import type { Database } from "../db/database.ts";
import { gather } from "../batch.ts";
import { noteSessionUse } from "./session-queries.ts";

const useNotedEveryMilliseconds = 5 * 60_000;

/** Records when sessions were last used, with few writes and without delaying requests. */
export class SessionUse {
  readonly #note: (use: { id: string; at: number }) => Promise<void>;
  readonly #underWay = new Map<string, Promise<void>>();

  constructor(database: Database) {
    this.#note = gather(async (uses: { id: string; at: number }[]) => {
      await noteSessionUse(database, uses);
      return uses.map(() => undefined);
    });
  }

  /** Records a use, unless the last recorded one is less than five minutes old. Never throws. */
  note(id: string, at: number, lastUsedAt: number): void {
    if (at - lastUsedAt < useNotedEveryMilliseconds || this.#underWay.has(id)) return;
    const noted = this.#note({ id, at })
      .catch(() => undefined)
      .finally(() => this.#underWay.delete(id));
    this.#underWay.set(id, noted);
  }

  /** Resolves when all uses are written, or failed to be. */
  async settled(): Promise<void> {
    await Promise.all(this.#underWay.values());
  }
}
