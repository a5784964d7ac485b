import "server-only";
import { dayName, utcDay } from "../../core/clock.ts";
import type { Infrastructure } from "../../infrastructure.ts";
import { countedKey, countSubject } from "../count-subject.ts";
import { readRouteUsage } from "../request-queries.ts";
import type { RouteUsage, UsageDay } from "../schema.browser.ts";
import { recordedDays, type RecordedDay } from "../../rate-limit/usage.ts";
import type { OwnKey } from "../queries.ts";

type UsageContext = Pick<Infrastructure, "limiter" | "now" | "settings" | "database" | "flushUsage">;

/** Requests per day. */
export function dailyLimitOf(key: OwnKey, { settings }: Pick<UsageContext, "settings">): number {
  return key.daily_limit ?? settings.KEY_DAILY_LIMIT;
}

/**
 * The number of requests admitted today: the limiter's own figure, wherever it counts. Keys that share a count have the
 * same figure.
 */
export async function usedToday(key: OwnKey, parts: UsageContext): Promise<number> {
  const limit = dailyLimitOf(key, parts);
  const subject = countSubject(countedKey(key));
  const { remaining } = await parts.limiter.peek({ tier: "key", subject, limit });
  return limit - remaining;
}

/** The last `days` UTC days, oldest first. Keys that share a count have the same figures. */
export async function dailyUsage(key: OwnKey, days: number, parts: UsageContext): Promise<Required<UsageDay>[]> {
  await parts.flushUsage();
  const today = utcDay(parts.now());
  const first = today - days + 1;
  const [recorded, used] = await Promise.all([
    recordedDays(parts.database, countSubject(countedKey(key)), [first, today]),
    usedToday(key, parts),
  ]);
  const byDay = new Map<number, RecordedDay>(recorded.map((entry) => [entry.day, entry]));
  return Array.from({ length: days }, (_, index) => {
    const day = first + index;
    const { allowed = 0, refused = 0 } = byDay.get(day) ?? {};
    return { date: dayName(day), requests: day === today ? used : allowed, refused };
  });
}

/** The routes requested on the last `days` UTC days, oldest first. Keys that share a count have the same. */
export async function usageByRoute(
  key: OwnKey,
  days: number,
  { now, database, keyRequests }: Pick<Infrastructure, "now" | "database" | "keyRequests">,
): Promise<RouteUsage[]> {
  await keyRequests.flush();
  const today = utcDay(now());
  return readRouteUsage(database, countedKey(key), [today - days + 1, today]);
}
