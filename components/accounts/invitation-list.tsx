"use client";

import { useState } from "react";
import { WriteError } from "@/components/form/write-error";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { DateTime } from "@/components/ui/date-time";
import { QueryState } from "@/components/ui/query-state";
import { useToast } from "@/components/ui/toasts";
import type { PasswordLink, PendingInvitation } from "@/lib/accounts/schema.browser";
import { LinkDialog } from "./link-dialog";
import { roleBadges } from "./role-labels";
import { useInvitations, useWithdrawInvitation } from "./use-accounts";
import { useInvite } from "./use-password-links";

const maxShown = 10;

/** The invitations that have not been used yet; nothing when there are none. */
export function InvitationList() {
  const { data, error, refetch } = useInvitations();
  const [isWhole, setIsWhole] = useState(false);
  const [link, setLink] = useState<PasswordLink | null>(null);
  const invitations = data?.body ?? [];
  const shown = isWhole ? invitations : invitations.slice(0, maxShown);
  return (
    <>
      {error && (
        <QueryState
          query={{ data, error, refetch }}
          what="invitations"
          lines={1}
          className="mb-8 rounded border border-line"
        />
      )}
      {shown.length > 0 && (
        <section aria-labelledby="invitations" className="mb-8 grid gap-3">
          <h2 id="invitations" className="text-xl font-semibold">
            Pending invitations
          </h2>
          <ul aria-label="Pending invitations" className="divide-y divide-line rounded border border-line bg-raised">
            {shown.map((invitation) => (
              <InvitationRow key={invitation.id} invitation={invitation} onLink={setLink} />
            ))}
          </ul>
          {shown.length < invitations.length && (
            <div>
              <Button onClick={() => setIsWhole(true)}>Show all {invitations.length}</Button>
            </div>
          )}
        </section>
      )}
      {link && <LinkDialog link={link} onClose={() => setLink(null)} />}
    </>
  );
}

interface Props {
  invitation: PendingInvitation;
  onLink(link: PasswordLink): void;
}

function InvitationRow({ invitation, onLink }: Props) {
  const { email, role, invited_by, expires_at } = invitation;
  const inviting = useInvite();
  const withdrawing = useWithdrawInvitation();
  const isBusy = inviting.isBusy || withdrawing.isBusy;
  const say = useToast();

  async function renew() {
    const link = await inviting.mutate({ email, role });
    if (link) onLink(link);
  }

  async function withdraw() {
    if (await withdrawing.mutate(invitation)) say({ text: `The invitation of ${email} is withdrawn.` });
  }

  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 p-4 text-sm">
      <div className="min-w-0 grow basis-64">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="font-semibold break-all">{email}</span>
          <Badge tone={role === "developer" ? "neutral" : "accent"}>{roleBadges[role]}</Badge>
        </p>
        <p className="mt-1 break-words text-muted">
          Invited by <bdi>{invited_by.name ?? "a former member"}</bdi>, until <DateTime at={expires_at} look="time" />
        </p>
        <WriteError error={inviting.error ?? withdrawing.error} />
      </div>
      <div className="flex flex-wrap gap-2">
        <Button aria-label={`New link for ${email}`} aria-disabled={isBusy} onClick={() => void renew()}>
          New link
        </Button>
        <Button
          aria-label={`Withdraw the invitation of ${email}`}
          aria-disabled={isBusy}
          onClick={() => void withdraw()}
        >
          Withdraw
        </Button>
      </div>
    </li>
  );
}
