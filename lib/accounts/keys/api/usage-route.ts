import "server-only";
import { z } from "zod";
import { defineOperation } from "../../../http/define-operation.ts";
import { privateRoute } from "../../../http/route.ts";
import {
  routeUsage,
  usageDay,
  usageQuery,
  type UsageDay,
  failedRequest,
  failedRequestsQuery,
} from "../schema.browser.ts";
import { keyNotFound, keyParam, ofOwnKeys } from "../../api/tags.ts";
import { ownKeyOf } from "../../api/own-account-route.ts";
import { readFailedRequests, readRouteUsage } from "../request-queries.ts";
import { dayName, utcDay } from "../../../core/clock.ts";
import type { Infrastructure } from "../../../infrastructure.ts";
import { countedKey, countSubject } from "../../../http/access/key.ts";
import { recordedDays } from "../../../http/rate-limit/usage.ts";
import type { OwnKey } from "../key-queries.ts";

export const usageRoute = privateRoute("/keys/{id}/usage", {
  GET: defineOperation({
    operationId: "getKeyUsage",
    ...ofOwnKeys,
    summary: "Get daily key usage",
    description:
      "One entry per day, oldest first, also for days without a request. Today's figure is the limiter's own; refused requests may be a second late. On the day of a rotation the old key has the requests of both keys, so that each request appears once. With `by=route`: one entry for each route that was requested on a day, free requests included; `counted` adds up to the day's `requests`. After a crash the last seconds may be missing there.",
    input: { params: keyParam, query: usageQuery },
    output: { description: "The days.", schema: z.array(z.union([usageDay, routeUsage])) },
    failures: [keyNotFound],
    prepare: ownKeyOf,
    handle: async ({ query, prepared, infrastructure }) => {
      if (query.by) {
        const { now, database, keyRequests } = infrastructure;
        await keyRequests.flush();
        const today = utcDay(now());
        return { value: await readRouteUsage(database, countedKey(prepared), [today - query.days + 1, today]) };
      }
      const use: UsageDay[] = await dailyUsage(prepared, query.days, infrastructure);
      return { value: query.include ? use : use.map(({ date, requests }) => ({ date, requests })) };
    },
  }),
});

export const keyRequestsRoute = privateRoute("/keys/{id}/requests", {
  GET: defineOperation({
    operationId: "listFailedRequests",
    ...ofOwnKeys,
    summary: "List failed requests of a key",
    description:
      "The last 100 requests of the key that were not answered with 2xx or 304, the latest first, kept for 14 days. Also those that were refused because the key is expired, revoked or over its limit. A request appears within seconds. Values of the query, other headers and bodies are not kept. Requests with a mistyped key belong to no account and are not listed anywhere.",
    input: { params: keyParam, query: failedRequestsQuery },
    output: { description: "The requests.", schema: z.array(failedRequest) },
    failures: [keyNotFound],
    prepare: ownKeyOf,
    handle: async ({ query, prepared, infrastructure: { database, keyRequests } }) => {
      await keyRequests.flush();
      return { value: await readFailedRequests(database, prepared.id, query.request_id ?? null) };
    },
  }),
});

type UsageContext = Pick<Infrastructure, "limiter" | "now" | "settings" | "database" | "flushUsage">;

export function dailyLimitOf(key: OwnKey, { settings }: Pick<UsageContext, "settings">): number {
  return key.daily_limit ?? settings.KEY_DAILY_LIMIT;
}

/** A key with its limit, what its requests count as, and those admitted today: the limiter's own figure, wherever it counts. */
export async function withUse(key: OwnKey, parts: UsageContext) {
  const [limit, counts_as] = [dailyLimitOf(key, parts), countedKey(key)];
  const { remaining } = await parts.limiter.peek({ tier: "key", subject: countSubject(counts_as), limit });
  return { ...key, daily_limit: limit, used_today: limit - remaining, counts_as };
}

/** The last `days` UTC days, oldest first. Keys that share a count have the same figures. */
export async function dailyUsage(key: OwnKey, days: number, parts: UsageContext): Promise<Required<UsageDay>[]> {
  await parts.flushUsage();
  const today = utcDay(parts.now());
  const first = today - days + 1;
  const [recorded, { used_today }] = await Promise.all([
    recordedDays(parts.database, countSubject(countedKey(key)), [first, today]),
    withUse(key, parts),
  ]);
  const byDay = new Map(recorded.map((entry) => [entry.day, entry]));
  return Array.from({ length: days }, (_, index) => {
    const day = first + index;
    const { allowed, refused } = byDay.get(day) ?? { allowed: 0, refused: 0 };
    return { date: dayName(day), requests: day === today ? used_today : allowed, refused };
  });
}
