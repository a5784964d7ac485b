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
export function startNoticeWatch(context: LimitContext, idleness: Idleness, sendLetters: () => Promise<void>) {
  let nextLook = 0;
  let lastLook: Promise<boolean> | undefined;
  const poll = new Poll(pauseMilliseconds, idleness, look);
  void look();

  /** @returns whether anyone was told. Never throws. */
  function look(): Promise<boolean> {
    nextLook = performance.now() + pauseMilliseconds;
    const told = tellDueNotices(context, null).catch((error: unknown) => {
      log.warn({ err: error }, "Owners were not told about the use of their keys. It will be retried.");
      poll.workWithin(pauseMilliseconds);
      return false;
    });
    return (lastLook = told.then(async (hasTold) => {
      if (hasTold) await sendLetters();
      return hasTold;
    }));
  }

  return {
    look,
    /** Looks if it did not within the last minute: for hosts that suspend a process between requests, with its timers. */
    lookWhenDue: async () => {
      if (performance.now() >= nextLook) await look();
    },
    close: async () => {
      poll.close();
      await lastLook;
    },
  };
}

/** What the limits of keys, and the notices of them, depend on. */
export interface LimitContext {
  database: Database;
  settings: Pick<Env, "KEY_DAILY_LIMIT"> & LetterSettings;
  now: Clock;
}

/** Looks at the stored counts, so that counting does no more for it. @param accountId null: all. @returns whether anyone was told. */
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
