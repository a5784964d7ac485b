import dynamic from "next/dynamic";
import { useRef } from "react";
import { QueryState } from "@/components/ui/query-state";
import { Skeleton } from "@/components/ui/skeleton";
import { useInView } from "@/components/ui/in-view";
import type { UsageDay } from "@/lib/keys/schema.browser";
import { UsageChart } from "./usage-chart";
import { formatCount } from "./usage-share";
import { useUsage } from "./use-usage";

const KeyRequests = dynamic(() => import("./key-requests").then((loaded) => loaded.KeyRequests), {
  ssr: false,
  loading: () => <Skeleton lines={5} label="Loading requests…" />,
});

/** The last 30 days of a key: a chart, a summary, a table with every figure, the routes, and what failed. */
export function UsagePanel({ keyId, name }: { keyId: string; name: string }) {
  const place = useRef<HTMLDivElement>(null);
  const isInView = useInView(place);
  const { data, error, refetch } = useUsage(keyId, isInView);
  return (
    <div ref={place} className="grid gap-6 rounded border border-line p-4">
      {data && <Figures name={name} days={data.body} />}
      <QueryState query={{ data, error, refetch }} what="usage" lines={5} />
      {data && <KeyRequests keyId={keyId} name={name} />}
    </div>
  );
}

function Figures({ name, days }: { name: string; days: UsageDay[] }) {
  const served = days.reduce((total, { requests }) => total + requests, 0);
  const refused = days.reduce((total, day) => total + (day.refused ?? 0), 0);
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
          <th scope="col" className="py-1 font-normal">
            Day (UTC)
          </th>
          <th scope="col" className="py-1 text-right font-normal">
            Served
          </th>
          <th scope="col" className="py-1 text-right font-normal">
            Rate-limited
          </th>
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
