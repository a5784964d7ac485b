"use client";

import { QueryState } from "@/components/ui/query-state";
import { useNow } from "@/components/ui/use-now";
import { isWorking } from "./key-state";
import { formatCount, withoutSharedCounts, usedFraction, sumShares, type UsageShare } from "./usage-share";
import { UsageBar } from "./usage-bar";
import { useKeys } from "./use-keys";
import { useQuota } from "./use-quota";

const browserName = "Signed-in browser";
const maxNamed = 4;
/** The share of a limit from which a warning is shown. */
const nearlyFull = 0.8;

/**
 * Today's usage: all active keys and the account's own requests together, since each has its own limit; keys that share
 * a count are one. Sources near their limit are named, because the total would hide them.
 */
export function TodayBar() {
  const keys = useKeys();
  const quota = useQuota();
  const now = useNow();
  if (!keys.data || !quota.data) {
    const refetch = () => void Promise.all([keys.refetch(), quota.refetch()]);
    return (
      <QueryState
        query={{ data: undefined, error: keys.error ?? quota.error, refetch }}
        lines={3}
        label="Loading today’s usage…"
        title="Today’s usage can’t be loaded"
      />
    );
  }
  const { limit, remaining, reset } = quota.data.body;
  const shares: UsageShare[] = [
    ...withoutSharedCounts(
      keys.data.body.filter((key) => isWorking(key, now)),
      now,
    ).map(({ id, name, used_today, daily_limit }) => ({ id, name, used: used_today, limit: daily_limit })),
    { id: "account", name: browserName, used: limit - remaining, limit },
  ];
  const total = sumShares(shares);
  return (
    <div className="grid gap-3">
      <p>
        <strong className="font-display text-3xl font-semibold">{formatCount(total.used)}</strong> of{" "}
        {formatCount(total.limit)} requests used; {formatCount(total.limit - total.used)} left until midnight UTC,{" "}
        {hoursUntil(reset, now)}.
      </p>
      <UsageBar label="Used today" share={total} parts={shares} />
      <Sources shares={shares} />
      {shares
        .filter((share) => usedFraction(share) >= nearlyFull)
        .map((share) => (
          <p key={share.id} role="status" className="rounded bg-curtain-wash p-3 text-sm text-curtain">
            {share.used >= share.limit
              ? `“${share.name}” has reached its limit of ${formatCount(share.limit)} requests. Requests fail until midnight UTC.`
              : `“${share.name}” has ${formatCount(share.limit - share.used)} of its ${formatCount(share.limit)} requests left today.`}
          </p>
        ))}
    </div>
  );
}

/** Sources of requests, the largest first. */
function Sources({ shares }: { shares: UsageShare[] }) {
  const used = shares.filter((share) => share.used > 0).sort((one, other) => other.used - one.used);
  if (used.length === 0) return null;
  const others = sumShares(used.slice(maxNamed));
  return (
    <ul aria-label="Where today’s requests came from" className="flex flex-wrap gap-x-6 gap-y-1 text-sm text-muted">
      {used.slice(0, maxNamed).map((share) => (
        <li key={share.id} className="min-w-0 break-words">
          <span className="text-ink">{share.name}</span> {formatCount(share.used)}
        </li>
      ))}
      {others.used > 0 && <li>Other {formatCount(others.used)}</li>}
    </ul>
  );
}

function hoursUntil(reset: number, now: number): string {
  const minutes = Math.max(1, Math.ceil((reset * 1000 - now) / 60_000));
  return minutes < 60 ? `in ${minutes} min` : `in ${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
