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
import { failedRequestsPath, routeUsagePath } from "./request-paths";
import { RouteTable } from "./route-table";

interface Props {
  keyId: string;
  /** The key's name. */
  name: string;
}

/** How a key's requests were answered, by route, and those that failed; both fetched anew when they are opened. */
export function KeyRequests({ keyId, name }: Props) {
  const client = useQueryClient();
  const routes = useQuery({ ...apiQuery<RouteUsage[]>(client, routeUsagePath(keyId)), staleTime: 0 });
  const failures = useQuery({ ...apiQuery<FailedRequest[]>(client, failedRequestsPath(keyId)), staleTime: 0 });
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

const firstShown = 5;

function LatestFailures({ failures }: { failures: FailedRequest[] }) {
  const [isAllShown, setIsAllShown] = useState(false);
  if (failures.length === 0)
    return <p className="text-sm text-muted">No request with this key has failed in the last 14 days.</p>;
  const shown = isAllShown ? failures : failures.slice(0, firstShown);
  return (
    <>
      <p className="text-sm text-muted">
        {failures.length < 100 ? `${failures.length} in the last 14 days.` : "The last 100."}{" "}
        <Link href="/docs/guides/errors#request-id" className="underline">
          What is kept
        </Link>
      </p>
      <FailedRequestList requests={shown} />
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

const firstServerError = 500;

/** Failed requests: what was asked, why it failed, and the id to copy. */
function FailedRequestList({ requests }: { requests: readonly FailedRequest[] }) {
  return (
    <ul className="grid gap-3 text-sm">
      {requests.map((request, index) => (
        // A caller may send the same id twice.
        <li key={`${request.request_id} ${index}`} className="grid gap-1 rounded border border-line p-3">
          <p className="flex flex-wrap items-baseline gap-x-2 gap-y-1">
            <Badge tone={request.status >= firstServerError ? "danger" : "warning"}>{request.status}</Badge>
            <span className="font-mono break-all">
              {request.method} {request.route ?? "(unknown path)"}
            </span>
          </p>
          <p className="break-words">{request.why}</p>
          <p className="break-words text-muted">
            <DateTime at={request.at} look="time" />
            {request.user_agent !== null && (
              <>
                {" · "}
                <Device userAgent={request.user_agent} />
              </>
            )}
            {request.address !== null && ` · ${request.address}`}
          </p>
          <p className="flex flex-wrap items-center gap-x-2 text-muted">
            <span>
              Request ID <code className="font-mono break-all text-ink select-all">{request.request_id}</code>
            </span>
            <CopyButton text={request.request_id} label={`Copy request ID ${request.request_id}`} size="small" />
          </p>
        </li>
      ))}
    </ul>
  );
}
