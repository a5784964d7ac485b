import { Ban } from "lucide-react";
import Link from "next/link";
import { useCurrentStaff, useMay } from "@/components/accounts/current-staff";
import { ask } from "@/components/form/ask";
import { useWrite } from "@/components/form/use-write";
import { WriteError } from "@/components/form/write-error";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { DateTime, RelativeTime } from "@/components/ui/date-time";
import { late } from "@/components/ui/late";
import { openDialog } from "@/components/ui/page-dialogs";
import { ActionRow } from "@/components/ui/remote-list";
import { useNow } from "@/components/ui/use-now";
import type { AccountOverview } from "@/lib/accounts/overview/schema.browser";
import type { AccountChange, PasswordLink } from "@/lib/accounts/schema.browser";
import { showLink } from "./link-dialog";
import { RoleDialog } from "./role-dialog";
import { roleBadges, roleLabels } from "./role-labels";

const AccessDialog = late(() => import("./access-dialog"), "AccessDialog");

/** An account with its role, its block and its use. */
export function AccountRow({ account, hasMail }: { account: AccountOverview; hasMail: boolean }) {
  const { id, email, name, role, blocked, created_at, verified, role_to_confirm } = account;
  const isOwn = useCurrentStaff().id === id;
  const { write, isBusy, error } = useWrite();
  const change = (part: AccountChange, said: string) => void write("PUT", pathOf(id), part, { said });
  return (
    <ActionRow
      actions={
        <>
          {role_to_confirm && (
            <Button
              look="primary"
              aria-label={`Confirm ${email} as ${roleLabels[role_to_confirm]}`}
              aria-disabled={isBusy}
              onClick={() => change({ role: role_to_confirm }, `${email} is now ${roleLabels[role_to_confirm]}.`)}
            >
              Confirm
            </Button>
          )}
          <Button
            aria-label={`Change role of ${email}`}
            onClick={() =>
              void openDialog((end) => <RoleDialog {...{ account, isOwn }} path={pathOf(id)} onEnd={() => end(null)} />)
            }
          >
            Change role…
          </Button>
          <Button aria-label={`Reset password of ${email}`} onClick={() => void resetPassword(account)}>
            Reset password…
          </Button>
          <Button
            aria-label={`Access of ${email}`}
            onClick={() => void openDialog((end) => <AccessDialog account={account} onDismiss={() => end(null)} />)}
          >
            Access…
          </Button>
          {blocked ? (
            <Button
              aria-label={`Unblock ${email}`}
              aria-disabled={isBusy}
              onClick={() => change({ blocked: false }, `${email} is unblocked.`)}
            >
              Unblock
            </Button>
          ) : (
            <Button aria-label={`Block ${email}`} onClick={() => void block(account, isOwn)}>
              Block…
            </Button>
          )}
        </>
      }
    >
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="font-semibold break-all">{name ?? email}</span>
        <Badge tone={role === "developer" ? "neutral" : "accent"}>{roleBadges[role]}</Badge>
        {blocked && <Badge tone="warning">Blocked</Badge>}
        {hasMail && !verified && <Badge>Email not verified</Badge>}
        {isOwn && <Badge>You</Badge>}
      </p>
      <p className="mt-1 break-words text-muted">
        {name === null ? "Joined" : `${email}, joined`} <DateTime at={created_at} look="day" />
      </p>
      <Use account={account} />
      {role_to_confirm && (
        <p className="mt-2">
          Was {roleLabels[role_to_confirm]} before the owner verified the address.{" "}
          <strong>Confirm the role if it was meant for them.</strong>
        </p>
      )}
      <WriteError error={error} />
    </ActionRow>
  );
}

/** When the account was last seen, what it has, and the way to its events. */
function Use({ account: { id, email, last_seen_at, keys, requests_today } }: { account: AccountOverview }) {
  const now = useNow();
  const mayReadLog = useMay("readSecurityLog");
  const figures = [
    `${keys} ${keys === 1 ? "key" : "keys"}`,
    `${requests_today.toLocaleString("en-GB")} ${requests_today === 1 ? "request" : "requests"} today`,
  ];
  return (
    <p className="mt-1 text-muted">
      {last_seen_at === null ? (
        "Never seen"
      ) : (
        <>
          Last seen <RelativeTime at={last_seen_at} now={now} />
        </>
      )}
      {` · ${figures.join(" · ")}`}
      {mayReadLog && (
        <>
          {" · "}
          <Link
            href={`/dashboard/security-log?account_id=${encodeURIComponent(id)}`}
            prefetch={false}
            aria-label={`Security log of ${email}`}
            className="underline"
          >
            Security log
          </Link>
        </>
      )}
    </p>
  );
}

const pathOf = (id: string) => `/accounts/${encodeURIComponent(id)}`;

/** Asks before it makes a link with which the bearer takes over the account. */
async function resetPassword({ id, email }: AccountOverview): Promise<void> {
  const made = await ask<PasswordLink>({
    title: "Reset password",
    text: (
      <>
        <p>
          This creates a link with which <strong className="break-all">{email}</strong> can set a new password. It works
          once, for 24 hours. Their present password works until then.
        </p>
        <p>Anyone who has the link can use it. Make sure that this person asked for it.</p>
      </>
    ),
    send: ["POST", `${pathOf(id)}/reset`],
    action: "Create link",
    doing: "Creating…",
  });
  if (made) await showLink(made.body);
}

function block({ id, email }: AccountOverview, isOwn: boolean) {
  return ask({
    title: "Block account",
    text: (
      <>
        <p>
          <strong className="break-all">{email}</strong> is signed out everywhere and can’t sign in. Its API keys are
          refused until you unblock it.
        </p>
        {isOwn && <p>This is your own account. Only another administrator can unblock it.</p>}
      </>
    ),
    send: ["PUT", pathOf(id), { blocked: true }],
    said: `${email} is blocked.`,
    look: "danger",
    icon: Ban,
    action: "Block",
    doing: "Blocking…",
  });
}
