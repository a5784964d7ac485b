import "server-only";
import { closeSync, existsSync, ftruncateSync, openSync, readFileSync, truncateSync, writeSync } from "node:fs";
import path from "node:path";
import type { PGlite } from "@electric-sql/pglite";
import { dayName } from "../../../core/clock.ts";
import { arrayText, type CountJournal, type DailyCount, type Prepared } from "../../database.ts";
import { prepareEmbedded } from "../engine.ts";

/** In the database's own folder, so that every copy of the folder includes it. */
const fileOf = (folder: string) => path.join(folder, "counts.journal");
const checkpointMilliseconds = 1_000;
/** Beyond this, counts are made in the table until a checkpoint has emptied the file. */
const maxBytes = 4 * 1024 * 1024;

/** A count only rises, so the higher one is the later one, and writing the same counts twice changes nothing. */
export const checkpointSql = `
INSERT INTO daily_usage AS usage (subject, day, daily_limit, allowed, refused, granted)
SELECT subject, day, daily_limit, allowed, refused, 0
FROM unnest($1::text[], $2::date[], $3::int[], $4::int[], $5::int[]) AS given(subject, day, daily_limit, allowed, refused)
ORDER BY subject, day
ON CONFLICT (subject, day) DO UPDATE SET
  daily_limit = EXCLUDED.daily_limit,
  allowed = GREATEST(usage.allowed, EXCLUDED.allowed),
  refused = GREATEST(usage.refused, EXCLUDED.refused)`;

/**
 * Opens the journal of a database that this process alone uses. A batch of counts costs one write to a file instead of a
 * statement. Like the database, the file survives the death of the process. Once a second, and before any other use of
 * the database, the counts are written to the table, and the file is emptied.
 */
export function openCountJournal(pglite: PGlite, folder: string): FileJournal {
  const statement = prepareEmbedded(pglite, "checkpoint_counts", checkpointSql);
  return new FileJournal(openSync(fileOf(folder), "a", 0o600), statement);
}

/** Writes the counts that a killed process has left to the table. Call it before any other use of the database. */
export async function replayCounts(pglite: PGlite, folder: string): Promise<void> {
  const file = fileOf(folder);
  const text = existsSync(file) ? readFileSync(file, "utf8") : "";
  if (text === "") return;
  const lines = text.split("\n").slice(0, -1);
  const counts = new Map(lines.flatMap(parseLine).map((count) => [nameOf(count), count]));
  await prepareEmbedded(pglite, "replay_counts", checkpointSql)(parametersOf(counts));
  truncateSync(file);
}

export class FileJournal implements CountJournal {
  otherUses = 0;
  readonly #descriptor: number;
  readonly #statement: Prepared;
  #pending = new Map<string, DailyCount>();
  #bytes = 0;
  /** False after a write or a checkpoint has failed, until a checkpoint has emptied the file. */
  #isUsable = true;
  #isClosed = false;
  #checkpointing: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;

  constructor(descriptor: number, statement: Prepared) {
    this.#descriptor = descriptor;
    this.#statement = statement;
  }

  /** Wraps the database: before each operation the counts are written, and `otherUses` rises before the caller gets the result. */
  watch(pglite: PGlite): PGlite {
    const note = () => {
      this.otherUses += 1;
    };
    return new Proxy(pglite, {
      get: (target, property) => {
        const value: unknown = Reflect.get(target, property, target);
        if (typeof value !== "function") return value;
        return (...args: unknown[]): unknown => {
          this.#checkpointNow();
          const result: unknown = Reflect.apply(value, target, args);
          return result instanceof Promise ? result.finally(note) : result;
        };
      },
    });
  }

  append(counts: readonly DailyCount[]): boolean {
    if (!this.#isUsable || this.#isClosed || this.#bytes > maxBytes) return false;
    this.#isUsable = this.#write(counts.map(lineOf).join(""));
    if (!this.#isUsable) return false;
    for (const count of counts) this.#pending.set(nameOf(count), count);
    this.#checkpointLater();
    return true;
  }

  async checkpoint(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    // Without anything to checkpoint, a failed checkpoint still has to be made up for.
    if (this.#pending.size > 0 || !this.#isUsable) this.#checkpointing = this.#checkpointPending();
    return this.#checkpointing;
  }

  async close(): Promise<void> {
    await this.checkpoint().catch(() => undefined);
    clearTimeout(this.#timer);
    this.#isClosed = true;
    closeSync(this.#descriptor);
  }

  #checkpointLater(): void {
    this.#timer ??= setTimeout(() => this.#checkpointNow(), checkpointMilliseconds).unref();
  }

  #checkpointNow(): void {
    this.checkpoint().catch(() => undefined);
  }

  async #checkpointPending(): Promise<void> {
    const [written, bytes] = [this.#pending, this.#bytes];
    this.#pending = new Map();
    try {
      await this.#statement(parametersOf(written));
    } catch (error) {
      this.#pending = new Map([...written, ...this.#pending]);
      this.#isUsable = false;
      this.#checkpointLater();
      throw error;
    }
    // Counts that were added meanwhile, or that an earlier checkpoint could not write, stay until the next time.
    if (this.#pending.size === 0 && this.#bytes === bytes) this.#isUsable = this.#truncate(0);
    else if (!this.#isUsable) throw new Error("Earlier counts could not be written to the table.");
  }

  #write(lines: string): boolean {
    const bytes = Buffer.from(lines);
    try {
      if (writeSync(this.#descriptor, bytes) === bytes.length) {
        this.#bytes += bytes.length;
        return true;
      }
    } catch {
      // The counts are then made in the database, which reports the error.
    }
    // A full disk may have taken a part of them.
    this.#truncate(this.#bytes);
    return false;
  }

  #truncate(bytes: number): boolean {
    try {
      ftruncateSync(this.#descriptor, bytes);
      this.#bytes = bytes;
      return true;
    } catch {
      return false;
    }
  }
}

function nameOf({ subject, day }: DailyCount): string {
  return `${day} ${subject}`;
}

function lineOf({ subject, day, limit, allowed, refused }: DailyCount): string {
  return `${day} ${limit} ${allowed} ${refused} ${subject}\n`;
}

const maxInteger = 2 ** 31 - 1;

/** Nothing for a line that is not whole, as after a loss of power. */
function parseLine(line: string): DailyCount[] {
  const [, day, limit, allowed, refused, subject] = /^(\d{1,6}) (\d+) (\d+) (\d+) ([\x20-\x7e]+)$/.exec(line) ?? [];
  if (subject === undefined) return [];
  const count = { subject, day: Number(day), limit: Number(limit), allowed: Number(allowed), refused: Number(refused) };
  return Math.max(count.limit, count.allowed, count.refused) > maxInteger ? [] : [count];
}

function parametersOf(counts: ReadonlyMap<string, DailyCount>): string[] {
  const all = [...counts.values()];
  return [
    arrayText(all.map(({ subject }) => subject)),
    arrayText(all.map(({ day }) => dayName(day))),
    arrayText(all.map(({ limit }) => limit)),
    arrayText(all.map(({ allowed }) => allowed)),
    arrayText(all.map(({ refused }) => refused)),
  ];
}
