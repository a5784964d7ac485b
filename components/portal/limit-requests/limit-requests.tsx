"use client";

import { useMay } from "@/components/accounts/current-staff";
import { ask } from "@/components/form/ask";
import { formatCount, parseLimit } from "@/components/portal/keys/usage";
import { RelativeTime } from "@/components/ui/date-time";
import { ActionRow, RemoteList } from "@/components/ui/remote-list";
import { TitledSection } from "@/components/ui/titled-section";
import { useApi } from "@/lib/http/client/hooks.browser";
import type { ManagedLimitRequest } from "@/lib/accounts/keys/limit-requests/schema.browser";

/** The requests for a higher limit that wait for an answer. For administrators. */
export function LimitRequests() {
  const mayAnswer = useMay("answerLimitRequests");
  const query = useApi<ManagedLimitRequest[]>("/limit-requests", { isEnabled: mayAnswer });
  const requests = query.data?.body ?? [];
  const waiting = requests.filter(({ state }) => state === "received");
  // Most services never get one.
  if (!mayAnswer || (!query.error && requests.length === 0)) return null;

  return (
    <TitledSection id="limit-requests" title="Limit requests" className="mb-10 grid gap-4">
      <RemoteList
        query={query}
        items={waiting}
        what="limit requests"
        label="Limit requests"
        empty={<p className="text-sm text-muted">No requests are waiting for an answer.</p>}
        row={(request) => <LimitRequest request={request} />}
      />
    </TitledSection>
  );
}

/** What is requested and why, and the buttons for an answer. */
function LimitRequest({ request }: { request: ManagedLimitRequest }) {
  const { reason, daily_limit, created_at, key, account } = request;
  const whose = `${key.name} of ${account.email}`;
  return (
    <ActionRow
      actions={[
        {
          text: "Grant…",
          name: `Grant a higher limit to ${whose}`,
          look: "primary",
          run: () => grantLimit(request),
        },
        {
          text: "Decline…",
          name: `Decline the request for ${whose}`,
          run: () => declineLimit(request),
        },
      ]}
    >
      <div className="grid gap-1">
        <p className="break-words">
          <strong>{account.name ?? account.email}</strong> requests <strong>{formatCount(daily_limit)}</strong> a day
          for “{key.name}” <code className="font-mono whitespace-nowrap text-muted">{key.prefix}…</code>
        </p>
        <p className="break-words whitespace-pre-line">{reason}</p>
        <p className="text-muted">
          Now {formatCount(key.daily_limit)} a day; busiest of the last 30 days: {formatCount(key.busiest_day)}. Sent{" "}
          <RelativeTime at={created_at} />.
        </p>
      </div>
    </ActionRow>
  );
}

const pathOf = (id: string) => `/limit-requests/${encodeURIComponent(id)}`;

/** Grants a limit: the requested one, or another. */
function grantLimit({ id, daily_limit, key, account }: ManagedLimitRequest) {
  return ask<ManagedLimitRequest>({
    title: "Grant a higher limit",
    text: (
      <p>
        “{key.name}” of <strong className="break-all">{account.name ?? account.email}</strong> has{" "}
        {formatCount(key.daily_limit)} requests a day. The new limit applies immediately.
      </p>
    ),
    fields: [{ name: "daily_limit", label: "Requests per day", initial: String(daily_limit), inputMode: "numeric" }],
    schema: async () => (await import("@/lib/accounts/keys/limit-requests/schema.browser")).limitAnswer,
    toData: ({ daily_limit: typed = "" }) => ({ state: "granted", daily_limit: parseLimit(typed) }),
    send: ["PUT", pathOf(id)],
    doneText: (answered) => `“${key.name}” now has ${formatCount(answered.key.daily_limit)} requests a day.`,
    action: ["Grant", "Granting…"],
  });
}

function declineLimit({ id, daily_limit, key }: ManagedLimitRequest) {
  return ask({
    title: "Decline this request?",
    text: (
      <p>
        “{key.name}” keeps its limit of {formatCount(key.daily_limit)}; {formatCount(daily_limit)} were requested. Its
        owner is told, and can send another request.
      </p>
    ),
    send: ["PUT", pathOf(id), { state: "declined" }],
    doneText: "Request declined.",
    action: ["Decline", "Declining…"],
  });
}
