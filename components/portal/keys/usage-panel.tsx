import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { Legend } from "@/components/ui/charts/legend";
import { pointsOut } from "@/components/ui/charts/pointer";
import { StackedBars } from "@/components/ui/charts/stacked-bars";
import { ticksUpTo, ValueAxis } from "@/components/ui/charts/value-axis";
import { useInView } from "@/components/ui/in-view";
import { late } from "@/components/ui/late";
import { QueryState } from "@/components/ui/query-state";
import { apiQuery } from "@/lib/http/client/hooks.browser";
import { formatDay } from "@/lib/core/date-words.browser";
import type { UsageDay } from "@/lib/accounts/keys/schema.browser";
import { usagePath } from "./request-paths";
import { formatCount } from "./usage";

const KeyRequests = late(() => import("./key-requests"), "KeyRequests");

/**
 * The last 30 days of a key: a chart, a summary, a table with every figure, the routes, and what failed. Fetched anew
 * when it is opened.
 */
export function UsagePanel({ keyId, name }: { keyId: string; name: string }) {
  const { place, query } = useUsageInView(keyId);
  const usage = useQuery({ ...query, staleTime: 0 });
  return (
    <div ref={place} className="grid gap-6 rounded border border-line p-4">
      {usage.data && <Figures name={name} days={usage.data.body} />}
      <QueryState query={usage} what="usage" lines={5} />
      {usage.data && <KeyRequests keyId={keyId} name={name} />}
    </div>
  );
}

/** The figures of a key, to fetch once they are in view. */
function useUsageInView(keyId: string) {
  const place = useRef<HTMLDivElement>(null);
  const isEnabled = useInView(place);
  return { place, query: apiQuery<UsageDay[]>(useQueryClient(), usagePath(keyId), { isEnabled }) };
}

function sumOf(days: readonly UsageDay[]) {
  const served = days.reduce((total, { requests }) => total + requests, 0);
  const refused = days.reduce((total, day) => total + (day.refused ?? 0), 0);
  return { served, refused };
}

function Figures({ name, days }: { name: string; days: UsageDay[] }) {
  const { served, refused } = sumOf(days);
  const summary = `${formatCount(served)} requests in the last ${days.length} days, ${formatCount(refused)} rate-limited.`;
  return (
    <div className="grid gap-3">
      <p className="text-sm">{summary}</p>
      {served + refused > 0 && <UsageChart label={`${name}: ${summary}`} days={days} />}
      <details className="text-sm">
        <summary className="cursor-pointer text-muted">Show as table</summary>
        <DayTable name={name} days={days} />
      </details>
    </div>
  );
}

function DayTable({ name, days }: { name: string; days: UsageDay[] }) {
  return (
    <table aria-label={`Daily requests of ${name}`} className="mt-2 w-full max-w-[480px] text-left">
      <thead className="text-muted">
        <tr className="border-b border-line">
          {["Day (UTC)", "Served", "Rate-limited"].map((title) => (
            <th key={title} scope="col" className="py-1 text-right font-normal first:text-left">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {days.toReversed().map(({ date, requests, refused }) => (
          <tr key={date} className="border-b border-line tabular-nums">
            <th scope="row" className="py-1 font-normal">
              {date}
            </th>
            <td className="py-1 text-right">{formatCount(requests)}</td>
            <td className="py-1 text-right">{formatCount(refused ?? 0)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const chartHeight = 200;
const daysInWeek = 7;
/** Served requests, and rate-limited ones on top. */
const usageLooks = ["fill-curtain-fill", "fill-gilt"];
const legend = [
  { look: "w-3 bg-curtain-fill", label: "Served" },
  { look: "w-3 bg-gilt forced-color-adjust-none", label: "Rate-limited" },
];

function usageColumns(days: readonly UsageDay[]): number[][] {
  return days.map(({ requests, refused = 0 }) => [requests, refused]);
}

function UsageChart({ label, days }: { label: string; days: readonly UsageDay[] }) {
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
          height={chartHeight + 32}
          className="block overflow-visible text-xs"
          // The figures of the axis stand left of the drawing.
          {...pointsOut(({ across }) => (across < 0 ? null : Math.floor(across * days.length)), setActive)}
        >
          <g transform="translate(0 8)">
            {active !== null && (
              <rect
                x={`${(active / days.length) * 100}%`}
                width={`${100 / days.length}%`}
                height={chartHeight}
                className="fill-sunken"
              />
            )}
            <ValueAxis ticks={ticks} height={chartHeight} />
            <StackedBars columns={columns} looks={usageLooks} height={chartHeight} most={ticks.at(-1) ?? 1} />
            {days.map(
              ({ date }, index) =>
                (days.length - 1 - index) % daysInWeek === 0 && (
                  <text key={date} x={middleOf(index)} y={chartHeight + 16} textAnchor="middle" className="fill-muted">
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

const sparkHeight = 24;

/** A key's last 30 days as small bars. Its figures are fetched when it comes into view. */
export function Sparkline({ keyId }: { keyId: string }) {
  const { place, query } = useUsageInView(keyId);
  // Once it is there it stays, because each key's figures cost the account a request.
  const { data } = useQuery({ ...query, staleTime: Infinity, refetchOnWindowFocus: false });
  return (
    <div ref={place} className="h-6 w-32">
      {data && (
        <svg role="img" aria-label={inWords(data.body)} className="size-full">
          <StackedBars
            columns={usageColumns(data.body)}
            looks={usageLooks}
            height={sparkHeight}
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
  const { served, refused } = sumOf(days);
  const busiest = days.reduce((one, other) => (totalOf(other) > totalOf(one) ? other : one));
  const sum = `Last ${days.length} days: ${formatCount(served)} requests, ${formatCount(refused)} rate-limited`;
  return served + refused === 0 ? sum : `${sum}; most on ${busiest.date}, ${formatCount(totalOf(busiest))}`;
}
