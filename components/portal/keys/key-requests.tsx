import { useQuery, useQueryClient } from "@tanstack/react-query";
import Link from "next/link";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { QueryState } from "@/components/ui/query-state";
import { apiQuery } from "@/lib/client/hooks.browser";
import type { FailedRequest, RouteUsage } from "@/lib/keys/schema.browser";
import { FailedRequestList } from "./failed-request-list";
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
