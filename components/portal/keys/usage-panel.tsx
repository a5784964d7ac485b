import { useQuery } from "@tanstack/react-query";
import { late } from "@/components/ui/late";
import { QueryState } from "@/components/ui/query-state";
import type { UsageDay } from "@/lib/accounts/keys/schema.browser";
import { formatCount } from "./usage";
import { sumOf, UsageChart, useUsageInView } from "./usage-chart";

const KeyRequests = late(() => import("./key-requests"), "KeyRequests");

/** The last 30 days of a key, as chart, summary and table, its routes, and what failed. Fetched anew each time. */
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
