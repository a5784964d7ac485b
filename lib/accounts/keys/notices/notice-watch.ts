import "server-only";
import { log } from "../../../core/log.ts";
import { Poll, type Idleness } from "../../../core/poll.ts";
import { dayName, utcDay, type Clock } from "../../../core/clock.ts";
import type { Database } from "../../../db/database.ts";
import type { Env } from "../../../settings/env.ts";
import { findDueNotices, noticeTexts, tellOwners, type DueNotice, type LetterSettings } from "./notice-queries.ts";

const pauseMilliseconds = 60_000;

/**
 * Looks once a minute for owners to tell, and rarely while the service is not used. Each instance does, and the table of
 * notices lets only one tell it. The letters are sent at once: without a request, their sender would not look for an hour.
 */
export class NoticeWatch {
  readonly #context: LimitContext;
  readonly #sendLetters: () => Promise<void>;
  readonly #poll: Poll;
  #nextLook = 0;
  #lastLook: Promise<boolean>;

  constructor(context: LimitContext, idleness: Idleness, sendLetters: () => Promise<void>) {
    this.#context = context;
    this.#sendLetters = sendLetters;
    this.#poll = new Poll(pauseMilliseconds, idleness, () => this.look());
    this.#lastLook = this.look();
  }

  /** Looks if it did not within the last minute: for hosts that suspend a process between requests, with its timers. */
  async lookWhenDue(): Promise<void> {
    if (performance.now() >= this.#nextLook) await this.look();
  }

  async close(): Promise<void> {
    this.#poll.close();
    await this.#lastLook;
  }

  /** @returns whether anyone was told. Never throws. */
  look(): Promise<boolean> {
    this.#nextLook = performance.now() + pauseMilliseconds;
    const told = tellDueNotices(this.#context, null).catch((error: unknown) => {
      log.warn({ err: error }, "Owners were not told about the use of their keys. It will be retried.");
      this.#poll.workWithin(pauseMilliseconds);
      return false;
    });
    return (this.#lastLook = told.then(async (hasTold) => {
      if (hasTold) await this.#sendLetters();
      return hasTold;
    }));
  }
}

/** What the limits of keys, and the notices of them, depend on. */
export interface LimitContext {
  database: Database;
  settings: Pick<Env, "KEY_DAILY_LIMIT"> & LetterSettings;
  now: Clock;
}

/**
 * Tells owners which keys are near or at their limit of the day, and which expire within 7 days. It looks at the stored
 * counts, so that counting a request does no more for it; with Upstash these are a second old. Any number of instances
 * may run it at once. @param accountId null: all. @returns whether anyone was told.
 */
export async function tellDueNotices(
  { database, settings, now }: LimitContext,
  accountId: string | null,
): Promise<boolean> {
  const at = new Date(now());
  const day = dayName(utcDay(at.getTime()));
  const due = await findDueNotices(database, [at.toISOString(), day, settings.KEY_DAILY_LIMIT, accountId]);
  if (due.length === 0) return false;
  const notices = due.map((notice) => ({ ...notice, text: textOf(notice, day), at }));
  await tellOwners(database.prisma, settings, notices);
  return true;
}

function textOf({ kind, used, daily_limit: limit, expires_at, ...key }: DueNotice, day: string): string {
  return expires_at && kind === "key-expires"
    ? noticeTexts[kind](key, expires_at)
    : noticeTexts[kind === "limit-near" ? kind : "limit-reached"](key, { used, limit, day });
}
