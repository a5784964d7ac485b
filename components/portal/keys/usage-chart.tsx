import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Legend } from "@/components/ui/charts/legend";
import type { UsageDay } from "@/lib/accounts/keys/schema.browser";
import { formatDay } from "@/lib/core/date-words.browser";
import { apiQuery } from "@/lib/http/client/hooks.browser";
import { usagePath } from "./key-state";
import { formatCount } from "./usage";

const chartHeight = 200;
const daysInWeek = 7;
const legend = [
  { look: "w-3 bg-curtain-fill", label: "Served" },
  { look: "w-3 bg-gilt forced-color-adjust-none", label: "Rate-limited" },
];

/** The requests of each day as bars. */
export function UsageChart({ label, days }: { label: string; days: readonly UsageDay[] }) {
  const ticks = ticksUpTo(Math.max(...days.map(totalOf)));
  const most = ticks.at(-1) ?? 1;
  return (
    <div className="grid gap-2">
      <div className="ml-12">
        <svg
          role="img"
          aria-label={label}
          width="100%"
          height={chartHeight + 32}
          className="block overflow-visible text-xs"
        >
          <g transform="translate(0 8)">
            {ticks.map((tick) => {
              const y = chartHeight - (tick / most) * chartHeight;
              return (
                <g key={tick}>
                  <line x1={0} x2="100%" y1={y} y2={y} className="stroke-line" />
                  <text x={-8} y={y} textAnchor="end" dominantBaseline="middle" className="fill-muted">
                    {formatCount(tick)}
                  </text>
                </g>
              );
            })}
            <DayBars days={days} height={chartHeight} most={most} />
            {days.map(
              ({ date }, index) =>
                (days.length - 1 - index) % daysInWeek === 0 && (
                  <text
                    key={date}
                    x={`${((index + 0.5) / days.length) * 100}%`}
                    y={chartHeight + 16}
                    textAnchor="middle"
                    className="fill-muted"
                  >
                    {formatDay(date).slice(0, -5)}
                  </text>
                ),
            )}
          </g>
        </svg>
      </div>
      <Legend entries={legend} />
    </div>
  );
}

interface BarsProps {
  days: readonly UsageDay[];
  /** Of the drawing, in pixels, and the number of requests that stands for it. */
  height: number;
  most: number;
}

/** A bar for each day, in percent of the width, to fit paper too. A number that is not 0 is always visible; a tooltip has both. */
function DayBars({ days, height, most }: BarsProps) {
  const step = 100 / days.length;
  const pixelsOf = (count: number) => (count > 0 ? Math.max(1, (count / Math.max(1, most)) * height) : 0);
  return days.map(({ date, requests, refused = 0 }, index) => {
    const place = { x: `${(index + 0.1) * step}%`, width: `${0.8 * step}%` };
    const [served, limited] = [pixelsOf(requests), pixelsOf(refused)];
    return (
      <g key={date}>
        <title>{`${formatDay(date)}: ${formatCount(requests)} served, ${formatCount(refused)} rate-limited`}</title>
        <rect {...place} height={height} className="fill-transparent" />
        <rect {...place} y={height - 1} height={1} className="fill-line" />
        <rect {...place} y={height - served} height={served} className="fill-curtain-fill" />
        <rect {...place} y={height - served - limited} height={limited} className="fill-gilt" />
      </g>
    );
  });
}

/** From 0 to the first round number that is not below the greatest value, in at most six steps. */
export function ticksUpTo(greatest: number): number[] {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, greatest / 5)));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((size) => greatest / size <= 5) ?? power;
  return Array.from({ length: Math.max(1, Math.ceil(greatest / step)) + 1 }, (_, index) => index * step);
}

const sparkHeight = 24;

/** A key's last 30 days as small bars. */
export function Sparkline({ keyId }: { keyId: string }) {
  const { data } = useQuery({
    ...apiQuery<UsageDay[]>(useQueryClient(), usagePath(keyId)),
    // They come with the page, and stay: a fetch of each key's figures costs the account a request.
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  });
  return (
    <div className="h-6 w-32">
      {data && (
        <svg role="img" aria-label={inWords(data.body)} className="size-full">
          <DayBars days={data.body} height={sparkHeight} most={Math.max(...data.body.map(totalOf))} />
        </svg>
      )}
    </div>
  );
}

function totalOf({ requests, refused = 0 }: UsageDay): number {
  return requests + refused;
}

function inWords(days: UsageDay[]): string {
  const { served, refused } = sumOf(days);
  const busiest = days.reduce((one, other) => (totalOf(other) > totalOf(one) ? other : one));
  const sum = `Last ${days.length} days: ${formatCount(served)} requests, ${formatCount(refused)} rate-limited`;
  return served + refused === 0 ? sum : `${sum}; most on ${busiest.date}, ${formatCount(totalOf(busiest))}`;
}

export function sumOf(days: readonly UsageDay[]) {
  const served = days.reduce((total, { requests }) => total + requests, 0);
  const refused = days.reduce((total, day) => total + (day.refused ?? 0), 0);
  return { served, refused };
}
