import { formatDay } from "@/lib/core/date-words.browser";
import { useState } from "react";
import { Legend } from "@/components/ui/charts/legend";
import { pointsOut } from "@/components/ui/charts/pointer";
import { StackedBars } from "@/components/ui/charts/stacked-bars";
import { ticksUpTo, ValueAxis } from "@/components/ui/charts/value-axis";
import type { UsageDay } from "@/lib/keys/schema.browser";
import { formatCount } from "./usage-share";

const height = 200;
const daysInWeek = 7;
/** Served requests, and rate-limited ones on top. */
export const usageLooks = ["fill-curtain-fill", "fill-gilt"];
const legend = [
  { look: "w-3 bg-curtain-fill", label: "Served" },
  { look: "w-3 bg-gilt forced-color-adjust-none", label: "Rate-limited" },
];

export function usageColumns(days: readonly UsageDay[]): number[][] {
  return days.map(({ requests, refused = 0 }) => [requests, refused]);
}

export function UsageChart({ label, days }: { label: string; days: readonly UsageDay[] }) {
  const [active, setActive] = useState<number | null>(null);
  const columns = usageColumns(days);
  const ticks = ticksUpTo(Math.max(...columns.map(([served = 0, refused = 0]) => served + refused)));
  const day = active === null ? undefined : days[active];
  const middleOf = (index: number) => `${((index + 0.5) / days.length) * 100}%`;
  return (
    <div className="grid gap-2">
      <div className="relative ml-12">
        <svg
          role="img"
          aria-label={label}
          width="100%"
          height={height + 32}
          className="block overflow-visible text-xs"
          // The figures of the axis stand left of the drawing.
          {...pointsOut(({ across }) => (across < 0 ? null : Math.floor(across * days.length)), setActive)}
        >
          <g transform="translate(0 8)">
            {active !== null && (
              <rect
                x={`${(active / days.length) * 100}%`}
                width={`${100 / days.length}%`}
                height={height}
                className="fill-sunken"
              />
            )}
            <ValueAxis ticks={ticks} height={height} />
            <StackedBars columns={columns} looks={usageLooks} height={height} most={ticks.at(-1) ?? 1} />
            {days.map(
              ({ date }, index) =>
                (days.length - 1 - index) % daysInWeek === 0 && (
                  <text key={date} x={middleOf(index)} y={height + 16} textAnchor="middle" className="fill-muted">
                    {formatDay(date).slice(0, -5)}
                  </text>
                ),
            )}
          </g>
        </svg>
        {day && active !== null && (
          <p
            className={`pointer-events-none absolute top-2 rounded border border-edge bg-raised px-2 py-1 text-xs whitespace-nowrap ${active < days.length / 2 ? "ml-4" : "-ml-4 -translate-x-full"}`}
            style={{ left: middleOf(active) }}
          >
            <strong>{formatDay(day.date)}</strong>
            <br />
            Served: {formatCount(day.requests)}
            <br />
            Rate-limited: {formatCount(day.refused ?? 0)}
          </p>
        )}
      </div>
      <Legend entries={legend} />
    </div>
  );
}
