"use client";

import { UserPlus } from "lucide-react";
import { ask } from "@/components/form/ask";
import { useWrite } from "@/components/form/use-write";
import { WriteError } from "@/components/ui/error-notice";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { DateTime } from "@/components/ui/date-time";
import { Dialog } from "@/components/ui/dialog";
import { openDialog } from "@/components/ui/page-dialogs";
import { ActionRow, RemoteList } from "@/components/ui/remote-list";
import { TitledSection } from "@/components/ui/titled-section";
import { Snippet } from "@/components/ui/snippet";
import type { PasswordLink, PendingInvitation } from "@/lib/accounts/schema.browser";
import { useApi } from "@/lib/http/client/hooks.browser";
import { assignableRoles, roleBadges } from "./role-labels";

const path = "/accounts/invitations";

export function InviteButton() {
  return (
    <Button look="primary" icon={UserPlus} onClick={() => void invite()}>
      Invite…
    </Button>
  );
}

/** Asks whom to invite, and as what, and shows the link to send. */
async function invite(): Promise<void> {
  const invited = await ask<PasswordLink>({
    title: "Invite a person",
    text: (
      <p className="text-sm text-muted">
        This creates a link with which the person sets a password. It works once, for 7 days.
      </p>
    ),
    fields: [
      { name: "email", label: "Email address", type: "email" },
      {
        name: "role",
        label: "Role",
        initial: "editor",
        options: assignableRoles.map((role) => [role, roleBadges[role]]),
      },
    ],
    schema: async () => (await import("@/lib/accounts/schema.browser")).invitation,
    send: ["POST", path],
    action: ["Create link", "Creating…"],
  });
  if (invited) await showLink(invited.body);
}

/** The invitations that have not been used yet; nothing when there are none. */
export function InvitationList() {
  const query = useApi<PendingInvitation[]>(path);
  const invitations = query.data?.body ?? [];
  if (invitations.length === 0 && !query.error) return null;
  return (
    <TitledSection id="invitations" title="Pending invitations" className="mb-8 grid gap-3">
      <RemoteList
        query={query}
        items={invitations}
        what="invitations"
        label="Pending invitations"
        row={(invitation) => <InvitationRow invitation={invitation} />}
      />
    </TitledSection>
  );
}

function InvitationRow({ invitation }: { invitation: PendingInvitation }) {
  const { id, email, role, invited_by, expires_at } = invitation;
  const { write, isBusy, error } = useWrite();

  /** A new invitation of an address replaces the earlier one. */
  async function renew() {
    const renewed = await write<PasswordLink>("POST", path, { email, role });
    if (renewed) await showLink(renewed.body);
  }

  const withdraw = () =>
    write("DELETE", `/invitations/${encodeURIComponent(id)}`, undefined, {
      doneText: `The invitation of ${email} is withdrawn.`,
    });

  return (
    <ActionRow
      actions={[
        { text: "New link", name: `New link for ${email}`, isDisabled: isBusy, run: renew },
        { text: "Withdraw", name: `Withdraw the invitation of ${email}`, isDisabled: isBusy, run: withdraw },
      ]}
    >
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="font-semibold break-all">{email}</span>
        <Badge tone={role === "developer" ? "neutral" : "accent"}>{roleBadges[role]}</Badge>
      </p>
      <p className="mt-1 break-words text-muted">
        Invited by <bdi>{invited_by.name ?? "a former member"}</bdi>, until <DateTime at={expires_at} look="time" />
      </p>
      <WriteError error={error} />
    </ActionRow>
  );
}

/** Shows a link for a password, once. */
export function showLink({ email, link, mailed, expires_at }: PasswordLink): Promise<unknown> {
  return openDialog((end) => (
    <Dialog title={mailed ? "Link sent" : "Send this link"} onDismiss={() => end(null)}>
      <p>
        {mailed ? "An email with this link is on its way to" : "Send this link to"}{" "}
        <strong className="break-all">{email}</strong>
        {mailed ? ". If it doesn’t arrive, send the link yourself, to no one else." : " and to no one else."} It works
        once, until <DateTime at={expires_at} look="time" />. You won’t be able to see it again; a new link replaces it.
      </p>
      <Snippet label="Link" text={link} copyLabel="Copy the link" />
      <div>
        <Button look="primary" onClick={() => end(null)}>
          Done
        </Button>
      </div>
    </Dialog>
  ));
}
