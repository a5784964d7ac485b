import "server-only";
import { dayName, utcDay } from "../clock.ts";
import type { Infrastructure } from "../infrastructure.ts";
import type { UsageDay } from "../keys/schema.ts";
import { recordedDays, type RecordedDay } from "../rate-limit/usage.ts";
import type { OwnKey } from "./queries.ts";

type Parts = Pick<Infrastructure, "limiter" | "now" | "settings" | "database" | "recordUse">;

/** Requests a day. */
export function dailyLimit(key: OwnKey, { settings }: Pick<Parts, "settings">): number {
  return key.daily_limit ?? settings.KEY_DAILY_LIMIT;
}

/** How many requests of the present day were admitted: the limiter's own figure, also where that counts elsewhere. */
export async function usedToday(key: OwnKey, parts: Parts): Promise<number> {
  // Old keys pile up: the store is not asked about each.
  if (isOverSinceYesterday(key, utcDay(parts.now()))) return 0;
  const limit = dailyLimit(key, parts);
  const { remaining } = await parts.limiter.peek({ tier: "key", subject: subjectOf(key), limit });
  return limit - remaining;
}

/** The last `days` UTC days, the oldest first. */
export async function dailyUse(key: OwnKey, days: number, parts: Parts): Promise<Required<UsageDay>[]> {
  await parts.recordUse();
  const today = utcDay(parts.now());
  const first = today - days + 1;
  const [recorded, used] = await Promise.all([
    recordedDays(parts.database, subjectOf(key), [first, today]),
    usedToday(key, parts),
  ]);
  const byDay = new Map<number, RecordedDay>(recorded.map((entry) => [entry.day, entry]));
  return Array.from({ length: days }, (_, index) => {
    const day = first + index;
    const { allowed = 0, refused = 0 } = byDay.get(day) ?? {};
    return { date: dayName(day), requests: day === today ? used : allowed, refused };
  });
}

function isOverSinceYesterday({ revoked_at, expires_at }: OwnKey, today: number): boolean {
  return [revoked_at, expires_at].some((end) => end !== null && utcDay(end.getTime()) < today);
}

function subjectOf({ id }: OwnKey): string {
  return `key:${id}`;
}
