import { Device } from "@/components/accounts/device";
import { Badge } from "@/components/ui/badge";
import { CopyButton } from "@/components/ui/copy-button";
import { DateTime } from "@/components/ui/date-time";
import type { FailedRequest } from "@/lib/keys/schema.browser";

const firstServerError = 500;

/** Failed requests: what was asked, why it failed, and the id to copy. */
export function FailedRequestList({ requests }: { requests: readonly FailedRequest[] }) {
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
