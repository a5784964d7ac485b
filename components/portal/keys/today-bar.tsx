"use client";

import { QueryState } from "@/components/ui/query-state";
import { useNow } from "@/components/ui/use-now";
import type { QuotaFigures } from "@/lib/http/client/client.browser";
import { dayUsedUpMessage, timeUntil } from "@/lib/http/client/daily-limit.browser";
import { useApi } from "@/lib/http/client/hooks.browser";
import { formatCount, UsageBar } from "./usage";

/** Requests to /api/quota are free, so it may be refetched often. */
const lookMilliseconds = 15_000;

/** Today's requests of these pages, which count on the account. A sum with those of keys would say nothing. */
export function TodayBar() {
  const quota = useApi<QuotaFigures>("/quota", { everyMilliseconds: lookMilliseconds });
  const now = useNow();
  if (!quota.data) return <QueryState query={quota} what="today’s usage" lines={3} />;
  const { limit, remaining, reset } = quota.data.body;
  const used = limit - remaining;
  return (
    <div className="grid gap-3">
      {remaining === 0 && (
        <p role="status" className="rounded bg-curtain-wash p-3 text-sm text-curtain">
          {dayUsedUpMessage(reset, now)} Your keys have limits of their own and keep working, and you can still manage
          them here.
        </p>
      )}
      <p className="max-w-[70ch] text-muted">
        Each key has its own daily limit. Limits reset at midnight UTC, {timeUntil(reset, now)}.
      </p>
      <div className="grid max-w-[560px] gap-1 text-sm">
        <p className="flex flex-wrap justify-between gap-x-4">
          <span>Used by this website (not by your keys)</span>
          <span className="tabular-nums">
            {formatCount(used)} <span className="text-muted">of {formatCount(limit)}</span>
          </span>
        </p>
        <UsageBar label="Used today by these pages" {...{ used, limit }} />
      </div>
    </div>
  );
}
