"use client";

import { useRef, useState } from "react";
import { useMay } from "@/components/accounts/current-staff";
import { formatCount } from "@/components/portal/keys/usage-share";
import { Button } from "@/components/ui/button";
import { DateTime, RelativeTime } from "@/components/ui/date-time";
import { QueryState } from "@/components/ui/query-state";
import { useToast } from "@/components/ui/toasts";
import { useKeptFocus } from "@/components/ui/use-kept-focus";
import { useNow } from "@/components/ui/use-now";
import type { ManagedLimitRequest } from "@/lib/keys/limit-requests/schema.browser";
import { useLimitRequests } from "./use-limit-requests";
import { late } from "@/components/ui/late";

const GrantDialog = late(() => import("./answer-dialog"), "GrantDialog");
const DeclineDialog = late(() => import("./answer-dialog"), "DeclineDialog");

/** Requests for a higher limit, to answer; the answered ones on request. For administrators. */
export function LimitRequests() {
  const mayAnswer = useMay("answerLimitRequests");
  const { data, error, refetch } = useLimitRequests(mayAnswer);
  const [open, setOpen] = useState<{ kind: "grant" | "decline"; request: ManagedLimitRequest } | null>(null);
  const [isPastShown, setIsPastShown] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const say = useToast();
  const waiting = data?.body.filter(({ state }) => state === "received") ?? [];
  const past = data?.body.filter(({ state }) => state !== "received") ?? [];
  useKeptFocus(waiting.length, heading);
  // Most services never get one.
  if (!mayAnswer || (!error && waiting.length + past.length === 0)) return null;

  const close = () => setOpen(null);
  const done = (text: string) => {
    say({ text });
    close();
  };
  const Dialog = open?.kind === "grant" ? GrantDialog : DeclineDialog;
  return (
    <section aria-labelledby="limit-requests" className="mb-10 grid gap-4">
      <h2 ref={heading} id="limit-requests" tabIndex={-1} className="text-xl font-semibold">
        Limit requests
      </h2>
      <QueryState query={{ data, error, refetch }} what="limit requests" lines={2} />
      {data && waiting.length === 0 && <p className="text-sm text-muted">No requests are waiting for an answer.</p>}
      {waiting.length > 0 && (
        <RequestList label="Limit requests" requests={waiting} onAsk={(kind, request) => setOpen({ kind, request })} />
      )}
      {past.length > 0 && (
        <div>
          <Button look="plain" aria-expanded={isPastShown} onClick={() => setIsPastShown(!isPastShown)}>
            {isPastShown ? "Hide" : "Show"} answered requests ({past.length})
          </Button>
        </div>
      )}
      {isPastShown && past.length > 0 && <RequestList label="Answered limit requests" requests={past} />}
      {open && <Dialog request={open.request} onDone={done} onDismiss={close} />}
    </section>
  );
}

interface ListProps {
  label: string;
  requests: ManagedLimitRequest[];
  /** Absent: they are answered. */
  onAsk?: (kind: "grant" | "decline", request: ManagedLimitRequest) => void;
}

function RequestList({ label, requests, onAsk }: ListProps) {
  const now = useNow();
  return (
    <ul aria-label={label} className="divide-y divide-line rounded border border-line bg-raised">
      {requests.map((request) => {
        const { id, reason, daily_limit, created_at, key, account } = request;
        const whose = `${key.name} of ${account.email}`;
        return (
          <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-3 p-4 text-sm">
            <div className="grid min-w-0 grow basis-64 gap-1">
              <p className="break-words">
                <strong>{account.name ?? account.email}</strong> requests <strong>{formatCount(daily_limit)}</strong> a
                day for “{key.name}” <code className="font-mono whitespace-nowrap text-muted">{key.prefix}…</code>
              </p>
              <p className="break-words whitespace-pre-line">{reason}</p>
              <p className="text-muted">
                Now {formatCount(key.daily_limit)} a day; busiest of the last 30 days: {formatCount(key.busiest_day)}.
                Sent <RelativeTime at={created_at} now={now} />.
              </p>
              {!onAsk && <Outcome request={request} />}
            </div>
            {onAsk && (
              <div className="flex flex-wrap gap-2">
                <Button
                  look="primary"
                  aria-label={`Grant a higher limit to ${whose}`}
                  onClick={() => onAsk("grant", request)}
                >
                  Grant…
                </Button>
                <Button aria-label={`Decline the request for ${whose}`} onClick={() => onAsk("decline", request)}>
                  Decline…
                </Button>
              </div>
            )}
          </li>
        );
      })}
    </ul>
  );
}

function Outcome({ request: { granted_limit, answered_at } }: { request: ManagedLimitRequest }) {
  return (
    <p>
      {granted_limit === null ? "Declined" : `Granted ${formatCount(granted_limit)} a day`}
      {answered_at && (
        <>
          {" "}
          on <DateTime at={answered_at} look="time" />
        </>
      )}
    </p>
  );
}
