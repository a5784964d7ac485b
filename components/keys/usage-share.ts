import type { KeyRecord } from "@/lib/keys/schema";

/** Requests that one source may send in a day, and has sent today. */
export interface UsageShare {
  id: string;
  name: string;
  used: number;
  limit: number;
}

const number = new Intl.NumberFormat("en-GB");

export function formatCount(requests: number): string {
  return number.format(requests);
}

/** From 0 to 1; a limit that was lowered in the course of the day can be passed. */
export function usedFraction({ used, limit }: Pick<UsageShare, "used" | "limit">): number {
  return limit <= 0 ? 1 : Math.min(1, used / limit);
}

export function sumShares(shares: UsageShare[]): UsageShare {
  return shares.reduce(
    (total, { used, limit }) => ({ ...total, used: total.used + used, limit: total.limit + limit }),
    { id: "sum", name: "All", used: 0, limit: 0 },
  );
}

const dayMilliseconds = 86_400_000;

/**
 * Without the keys whose count another one has, too: a rotated key and its successor share the count of that
 * UTC day. What an answer says of keys does not name the pair; it is known by what both have in common.
 *
 * @param now milliseconds since 1970.
 */
export function withoutSharedCounts(keys: KeyRecord[], now: number): KeyRecord[] {
  const midnight = now - (now % dayMilliseconds);
  const replaces = (fresh: KeyRecord, old: KeyRecord) =>
    Date.parse(fresh.created_at) >= midnight &&
    fresh.created_at > old.created_at &&
    fresh.name === old.name &&
    fresh.daily_limit === old.daily_limit &&
    fresh.used_today === old.used_today;
  return keys.filter((key) => key.revoked_at === null || !keys.some((other) => replaces(other, key)));
}
