"use client";

import { useRef } from "react";
import { useInView } from "@/components/ui/use-in-view";
import type { UsageDay } from "@/lib/keys/schema";
import { formatCount } from "./usage-share";
import { useUsageOnce } from "./use-usage";

const [barWidth, step, height] = [3, 4, 24];

/** A key's last 30 days as small bars. Its figures are fetched when it comes into view. */
export function Sparkline({ keyId }: { keyId: string }) {
  const place = useRef<HTMLDivElement>(null);
  const isInView = useInView(place);
  const { data } = useUsageOnce(keyId, isInView);
  return (
    <div ref={place} className="h-6 w-32">
      {data && <Bars days={data.body} />}
    </div>
  );
}

function Bars({ days }: { days: UsageDay[] }) {
  const most = Math.max(1, ...days.map(totalOf));
  const heightOf = (count: number) => (count / most) * (height - 1);
  return (
    <svg
      role="img"
      aria-label={inWords(days)}
      viewBox={`0 0 ${days.length * step - 1} ${height}`}
      preserveAspectRatio="none"
      className="size-full forced-color-adjust-none"
    >
      {days.map((day, index) => {
        const [all, refused] = [heightOf(totalOf(day)), heightOf(day.refused ?? 0)];
        const place = { x: index * step, width: barWidth };
        return (
          <g key={day.date}>
            <rect {...place} y={height - 1} height={1} className="fill-line forced-colors:fill-[GrayText]" />
            <rect
              {...place}
              y={height - all}
              height={all}
              className="fill-curtain-fill forced-colors:fill-[Highlight]"
            />
            <rect {...place} y={height - all} height={refused} className="fill-gilt forced-colors:fill-[Mark]" />
          </g>
        );
      })}
    </svg>
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
