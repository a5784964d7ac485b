import { useQuery, useQueryClient } from "@tanstack/react-query";
import Link from "next/link";
import { useState } from "react";
import { Device } from "@/components/accounts/device";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { DateTime } from "@/components/ui/date-time";
import { QueryState } from "@/components/ui/query-state";
import { apiQuery } from "@/lib/http/client/hooks.browser";
import type { FailedRequest, RouteUsage } from "@/lib/accounts/keys/schema.browser";
import { keyPath } from "./key-state";
import { formatCount } from "./usage";

/** How a key's requests were answered, by route, and those that failed; both fetched anew when they are opened. */
export function KeyRequests({ keyId, name }: { keyId: string; name: string }) {
  const client = useQueryClient();
  const path = keyPath(keyId);
  const routes = useQuery({ ...apiQuery<RouteUsage[]>(client, `${path}/usage?days=30&by=route`), staleTime: 0 });
  const failures = useQuery({ ...apiQuery<FailedRequest[]>(client, `${path}/requests`), staleTime: 0 });
  return (
    <>
      <section aria-label={`Answers to ${name} by route`} className="grid gap-2">
        <h3 className="font-semibold">By route</h3>
        {routes.data && <RouteTable name={name} rows={routes.data.body} />}
        <QueryState query={routes} what="the use by route" lines={3} />
      </section>
      <section aria-label={`Failed requests of ${name}`} className="grid gap-2">
        <h3 className="font-semibold">Failed requests</h3>
        {failures.data && <LatestFailures failures={failures.data.body} />}
        <QueryState query={failures} what="failed requests" lines={3} />
      </section>
    </>
  );
}

/** What the columns are called; `counted` is a part of the others. */
const columns = [
  ["2xx", "2xx"],
  ["3xx", "304"],
  ["4xx", "4xx"],
  ["5xx", "5xx"],
  ["counted", "Counted"],
] as const;

type RouteSum = Omit<RouteUsage, "date">;

/** How the requests of some days were answered, the busiest route first; cards on narrow screens, as `KeyTable`. */
function RouteTable({ name, rows }: { name: string; rows: readonly RouteUsage[] }) {
  const routes = sumByRoute(rows);
  if (routes.length === 0) return <p className="text-sm text-muted">No request with this key in the last 30 days.</p>;
  return (
    <table
      role="table"
      aria-label={`Answers to ${name} by route, last 30 days`}
      className="w-full text-left text-sm max-md:block"
    >
      <thead role="rowgroup" className="text-muted max-md:sr-only">
        <tr role="row" className="border-b border-line">
          <th role="columnheader" scope="col" className="py-1 pr-4 font-normal">
            Route
          </th>
          {columns.map(([member, title]) => (
            <th key={member} role="columnheader" scope="col" className="py-1 pr-4 text-right font-normal last:pr-0">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup" className="max-md:grid">
        {routes.map((route) => (
          <tr
            key={route.route}
            role="row"
            className="border-b border-line align-top max-md:grid max-md:grid-cols-3 max-md:gap-x-4 max-md:gap-y-1 max-md:py-3"
          >
            <th role="rowheader" scope="row" className="py-2 pr-4 font-normal max-md:col-span-3 max-md:p-0">
              <span className="font-mono break-all">{route.route ?? "(unknown path)"}</span>
            </th>
            {columns.map(([member, title]) => (
              <td
                key={member}
                role="cell"
                className="py-2 pr-4 text-right tabular-nums last:pr-0 max-md:p-0 max-md:text-left"
              >
                <span aria-hidden="true" className="pr-1 text-muted md:hidden">
                  {title}
                </span>
                {formatCount(route[member])}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function sumByRoute(rows: readonly RouteUsage[]): RouteSum[] {
  const sums = new Map<string | null, RouteSum>();
  for (const { date: _date, ...row } of rows) {
    const sum = sums.get(row.route);
    if (!sum) sums.set(row.route, row);
    else for (const [member] of columns) sum[member] += row[member];
  }
  return [...sums.values()].sort((one, other) => totalOf(other) - totalOf(one));
}

function totalOf(route: RouteSum): number {
  return route["2xx"] + route["3xx"] + route["4xx"] + route["5xx"];
}

const firstShown = 5;

function LatestFailures({ failures }: { failures: FailedRequest[] }) {
  const [isAllShown, setIsAllShown] = useState(false);
  if (failures.length === 0)
    return <p className="text-sm text-muted">No request with this key has failed in the last 14 days.</p>;
  return (
    <>
      <p className="text-sm text-muted">
        {failures.length < 100 ? `${failures.length} in the last 14 days.` : "The last 100."}{" "}
        <Link href="/docs/guides/errors#request-id" className="underline">
          What is kept
        </Link>
      </p>
      <ul className="grid gap-3 text-sm">
        {(isAllShown ? failures : failures.slice(0, firstShown)).map((request, index) => (
          // A caller may send the same id twice.
          <Failure key={`${request.request_id} ${index}`} request={request} />
        ))}
      </ul>
      {failures.length > firstShown && (
        <div>
          <Button look="plain" aria-expanded={isAllShown} onClick={() => setIsAllShown(!isAllShown)}>
            {isAllShown ? "Show fewer" : `Show all ${failures.length}`}
          </Button>
        </div>
      )}
    </>
  );
}

/** What was requested, why it failed, and the id to copy. */
function Failure({ request }: { request: FailedRequest }) {
  const { status, method, route, why, at, user_agent, address, request_id } = request;
  return (
    <li className="grid gap-1 rounded border border-line p-3">
      <p className="flex flex-wrap items-baseline gap-x-2 gap-y-1">
        <Badge tone={status >= 500 ? "danger" : "warning"}>{status}</Badge>
        <span className="font-mono break-all">
          {method} {route ?? "(unknown path)"}
        </span>
      </p>
      <p className="break-words">{why}</p>
      <p className="break-words text-muted">
        <DateTime at={at} look="time" />
        {user_agent !== null && " · "}
        {user_agent !== null && <Device userAgent={user_agent} />}
        {address !== null && ` · ${address}`}
      </p>
      <p className="flex flex-wrap items-center gap-x-2 text-muted">
        <span>
          Request ID <code className="font-mono break-all text-ink select-all">{request_id}</code>
        </span>
        <CopyButton text={request_id} label={`Copy request ID ${request_id}`} size="small" />
      </p>
    </li>
  );
}
