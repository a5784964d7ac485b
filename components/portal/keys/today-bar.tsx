"use client";

import { useNotices } from "@/components/portal/notices/notices";
import { QueryState } from "@/components/ui/query-state";
import { useNow } from "@/components/ui/use-now";
import type { ListedKey } from "@/lib/keys/schema.browser";
import type { NoticeRecord } from "@/lib/keys/notices/schema.browser";
import { dayUsedUpMessage, timeUntil } from "@/lib/client/daily-limit.browser";
import { useApi } from "@/lib/client/hooks.browser";
import type { QuotaFigures } from "@/lib/client/client.browser";
import { isWorking, keysSharingLimit, labelOfKey } from "./key-state";
import { formatCount, nearlyFull, usedFraction, type UsageShare } from "./usage-share";
import { UsageBar } from "./usage-bar";
import { useKeys } from "./use-keys";

const path = "/quota";
/** Requests to /api/quota are free, so it may be refetched often. */
const lookMilliseconds = 15_000;

/**
 * Today's requests of these pages, which count on the account. Keys have limits of their own, and their figures beside
 * them: a sum over separate limits would say nothing. Keys near their limit are named.
 */
export function TodayBar() {
  const keys = useKeys();
  const quota = useApi<QuotaFigures>(path, { everyMilliseconds: lookMilliseconds });
  const notices = useNotices();
  const now = useNow();
  if (!quota.data) return <QueryState query={quota} what="today’s usage" lines={3} />;
  const { limit, remaining, reset } = quota.data.body;
  const wait = timeUntil(reset, now);
  const account = { used: limit - remaining, limit };
  return (
    <div className="grid gap-3">
      {remaining === 0 && (
        <p role="status" className={warningClass}>
          {dayUsedUpMessage(reset, now)} Your keys have limits of their own and keep working, and you can still manage
          them here.
        </p>
      )}
      {warningsOf(keys.data?.body ?? [], notices.data?.body ?? [], now).map((warning) => (
        <p key={warning} role="status" className={warningClass}>
          {warning}
        </p>
      ))}
      <p className="max-w-[70ch] text-muted">Each key has its own daily limit. Limits reset at midnight UTC, {wait}.</p>
      <div className="grid max-w-[560px] gap-1 text-sm">
        <p className="flex flex-wrap justify-between gap-x-4">
          <span>Used by this website (not by your keys)</span>
          <span className="tabular-nums">
            {formatCount(account.used)} <span className="text-muted">of {formatCount(limit)}</span>
          </span>
        </p>
        <UsageBar label="Used today by these pages" share={account} />
      </div>
    </div>
  );
}

const warningClass = "rounded bg-curtain-wash p-3 text-sm text-curtain";

/** A sentence for each limit that is nearly or wholly used, unless a notice above says so. */
function warningsOf(keys: ListedKey[], notices: NoticeRecord[], now: number): string[] {
  const active = keys.filter((key) => isWorking(key, now));
  return active.flatMap((key) => {
    const share = { used: key.used_today, limit: key.daily_limit };
    if (usedFraction(share) < nearlyFull) return [];
    const kind = share.used >= share.limit ? "limit-reached" : "limit-near";
    if (notices.some((notice) => notice.key_id === key.id && notice.kind === kind)) return [];
    // One sentence is enough for a count that several keys share.
    if (keysSharingLimit(key, active).some(({ created_at }) => created_at > key.created_at)) return [];
    return [warningOf(labelOfKey(key, active), share)];
  });
}

function warningOf(label: string, { used, limit }: UsageShare): string {
  return used >= limit
    ? `“${label}” has reached its limit of ${formatCount(limit)} requests. Requests fail until midnight UTC.`
    : `“${label}” has ${formatCount(limit - used)} of its ${formatCount(limit)} requests left today.`;
}
