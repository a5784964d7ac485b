import { useRef } from "react";
import { StackedBars } from "@/components/ui/charts/stacked-bars";
import { useInView } from "@/components/ui/in-view";
import type { UsageDay } from "@/lib/keys/schema.browser";
import { usageColumns, usageLooks } from "./usage-chart";
import { formatCount } from "./usage-share";
import { useUsageOnce } from "./use-usage";

const height = 24;

/** A key's last 30 days as small bars. Its figures are fetched when it comes into view. */
export function Sparkline({ keyId }: { keyId: string }) {
  const place = useRef<HTMLDivElement>(null);
  const isInView = useInView(place);
  const { data } = useUsageOnce(keyId, isInView);
  return (
    <div ref={place} className="h-6 w-32">
      {data && (
        <svg role="img" aria-label={inWords(data.body)} className="size-full">
          <StackedBars
            columns={usageColumns(data.body)}
            looks={usageLooks}
            height={height}
            most={Math.max(...data.body.map(totalOf))}
          />
        </svg>
      )}
    </div>
  );
}

function totalOf({ requests, refused = 0 }: UsageDay): number {
  return requests + refused;
}

/** The same in words. */
function inWords(days: UsageDay[]): string {
  const served = days.reduce((total, { requests }) => total + requests, 0);
  const refused = days.reduce((total, day) => total + (day.refused ?? 0), 0);
  const busiest = days.reduce((one, other) => (totalOf(other) > totalOf(one) ? other : one));
  const sum = `Last ${days.length} days: ${formatCount(served)} requests, ${formatCount(refused)} rate-limited`;
  return served + refused === 0 ? sum : `${sum}; most on ${busiest.date}, ${formatCount(totalOf(busiest))}`;
}
