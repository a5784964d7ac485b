"use client";

import { RelativeTime } from "@/components/ui/date-time";
import { RemoteList } from "@/components/ui/remote-list";
import { TitledSection } from "@/components/ui/titled-section";
import { roleName } from "@/components/accounts/security-log/event-list";
import { useLogPages } from "@/components/ui/use-pages";
import type { SecurityLogEntry } from "@/lib/accounts/security-log/schema.browser";

const pageLength = 20;
const shown = "invited,role-changed,blocked,unblocked,address-verified,account-deleted";

/** Invitations and changes of roles, blocks and verification, newest first, with older pages on request. */
export function AccountChanges() {
  const query = useLogPages<SecurityLogEntry>("security-log", { action: shown }, pageLength);
  return (
    <TitledSection id="account-changes" title="Recent account changes" className="mt-10 grid gap-4">
      <RemoteList
        query={query}
        items={query.data?.pages.flat() ?? []}
        what="changes"
        label="Recent account changes"
        empty={
          <p className="text-sm text-muted">
            No one has been invited, no roles have been changed and no accounts blocked yet.
          </p>
        }
        row={(entry) => (
          <p className="flex flex-wrap gap-x-3 gap-y-1 p-3">
            <span className="min-w-0 grow basis-64 break-words">{sentence(entry)}</span>
            <span className="text-muted">
              <RelativeTime at={entry.at} />
            </span>
          </p>
        )}
      />
    </TitledSection>
  );
}

function sentence({ action, account, by, detail }: SecurityLogEntry) {
  const whose = <strong>{account.name ?? "a former member"}</strong>;
  const who = <strong>{by === null ? "The service" : (by.name ?? "A former member")}</strong>;
  if (action === "role-changed") {
    return (
      <>
        {who} changed the role of {whose} from {roleName(detail?.["from"])} to {roleName(detail?.["to"])}
      </>
    );
  }
  if (action === "invited" && detail?.["link"] === "withdrawn") return <>{who} withdrew an invitation</>;
  if (action === "invited") {
    return (
      <>
        {who} invited {account.name === null ? "a person" : whose} as {roleName(detail?.["role"])}
      </>
    );
  }
  if (action === "address-verified") return <>{whose} verified their email address</>;
  if (action === "account-deleted") return <>A former member deleted their account</>;
  return (
    <>
      {who} {action} {whose}
    </>
  );
}
