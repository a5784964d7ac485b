import "server-only";
import type { Database } from "../db/connect.ts";
import { gather } from "../gather.ts";
import { noteSessionUse } from "./session-queries.ts";

const useNotedEveryMilliseconds = 5 * 60_000;

/** Keeps when sessions were last used: no request waits for it, and few write. */
export class SessionUse {
  readonly #note: (use: { id: string; at: number }) => Promise<void>;
  readonly #underWay = new Map<string, Promise<void>>();

  constructor(database: Database) {
    this.#note = gather(async (uses: { id: string; at: number }[]) => {
      await noteSessionUse(database, uses);
      return uses.map(() => undefined);
    });
  }

  /** Notes a use now, unless the last that was noted is less than five minutes old. Nothing fails with it. */
  note(id: string, at: number, lastUsedAt: number): void {
    if (at - lastUsedAt < useNotedEveryMilliseconds || this.#underWay.has(id)) return;
    const noted = this.#note({ id, at })
      .catch(() => undefined)
      .finally(() => this.#underWay.delete(id));
    this.#underWay.set(id, noted);
  }

  /** When what was noted is written, or can't be. */
  async settled(): Promise<void> {
    await Promise.all(this.#underWay.values());
  }
}
