import type { KeyRecord } from "@/lib/keys/schema";

/** The daily limit of one source, and its requests so far today. */
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

/** From 0 to 1, even if the limit was lowered below today's usage. */
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
 * Drops keys whose count another one includes: a rotated key and its successor share the count of that UTC day. The API
 * doesn't name the pair; equal name, limit and count identify it.
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
