import "server-only";
import { dayName, utcDay, type Clock } from "../../core/clock.ts";
import type { Database } from "../../db/database.ts";
import type { Env } from "../../settings/env.ts";
import { findDueNotices, tellOwners, type DueNotice, type LetterSettings } from "./queries.ts";
import { keyExpiresText, limitNearText, limitReachedText } from "./texts.ts";

export interface DueContext {
  database: Database;
  settings: Pick<Env, "KEY_DAILY_LIMIT"> & LetterSettings;
  now: Clock;
}

/**
 * Tells owners which keys are near or at their limit of the day, and which expire within 7 days. It looks at the stored
 * counts, so that counting a request does no more for it; with Upstash these are a second old. Any number of instances
 * may run it at once.
 *
 * @param accountId only this account; null: all. @returns whether anyone was told.
 */
export async function tellDueNotices(
  { database, settings, now }: DueContext,
  accountId: string | null,
): Promise<boolean> {
  const at = new Date(now());
  const day = dayName(utcDay(at.getTime()));
  const due = await findDueNotices(database, { now: at, day, usualLimit: settings.KEY_DAILY_LIMIT, accountId });
  if (due.length === 0) return false;
  await tellOwners(
    database.prisma,
    settings,
    due.map((notice) => ({
      accountId: notice.account_id,
      keyId: notice.key_id,
      kind: notice.kind,
      occasion: notice.occasion,
      text: textOf(notice, day),
      at,
    })),
  );
  return true;
}

function textOf({ kind, used, daily_limit: limit, expires_at, ...key }: DueNotice, day: string): string {
  if (kind === "limit-near") return limitNearText(key, { used, limit, day });
  return kind === "key-expires" && expires_at
    ? keyExpiresText(key, expires_at)
    : limitReachedText(key, { used, limit, day });
}
