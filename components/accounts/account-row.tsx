import Link from "next/link";
import { useState } from "react";
import { Ban } from "lucide-react";
import { useCurrentStaff, useMay } from "@/components/accounts/current-staff";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { DateTime, RelativeTime } from "@/components/ui/date-time";
import { useToast } from "@/components/ui/toasts";
import { useNow } from "@/components/ui/use-now";
import type { AccountOverview } from "@/lib/accounts/overview/schema.browser";
import type { AccountChange, PasswordLink } from "@/lib/accounts/schema.browser";
import { Dialog } from "@/components/ui/dialog";
import { DialogActions } from "@/components/ui/dialog-actions";
import { useApiMutation } from "@/components/form/use-api-mutation";
import { sendApi } from "@/lib/client/client.browser";
import { LinkDialog } from "./link-dialog";
import { ResetDialog } from "./reset-dialog";
import { RoleDialog } from "./role-dialog";
import { roleBadges, roleLabels } from "./role-labels";
import { useRefreshAccounts } from "./use-accounts";
import { late } from "@/components/ui/late";

const AccessDialog = late(() => import("./access-dialog"), "AccessDialog");

/** An account with its role, its block and its use. */
export function AccountRow({ account, hasMail }: { account: AccountOverview; hasMail: boolean }) {
  const { id, email, name, role, blocked, created_at, verified, role_to_confirm } = account;
  const isOwn = useCurrentStaff().id === id;
  const { mutate, isBusy, error } = useChangeAccount(id);
  const [asked, setAsked] = useState<"role" | "block" | "reset" | "access" | null>(null);
  const [link, setLink] = useState<PasswordLink | null>(null);
  const say = useToast();

  async function change(part: AccountChange, text: string) {
    setAsked(null);
    if (await mutate(part)) say({ text });
  }
  const give = (given: AccountOverview["role"]) => change({ role: given }, `${email} is now ${roleLabels[given]}.`);

  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 p-4 text-sm">
      <div className="min-w-0 grow basis-64">
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
        {error && (
          <p role="alert" className="mt-1 text-curtain">
            {error.message}
          </p>
        )}
      </div>
      <div className="flex flex-wrap gap-2">
        {role_to_confirm && (
          <Button
            look="primary"
            aria-label={`Confirm ${email} as ${roleLabels[role_to_confirm]}`}
            aria-disabled={isBusy}
            onClick={() => void give(role_to_confirm)}
          >
            Confirm
          </Button>
        )}
        <Button aria-label={`Change role of ${email}`} aria-disabled={isBusy} onClick={() => setAsked("role")}>
          Change role…
        </Button>
        <Button aria-label={`Reset password of ${email}`} aria-disabled={isBusy} onClick={() => setAsked("reset")}>
          Reset password…
        </Button>
        <Button aria-label={`Access of ${email}`} aria-disabled={isBusy} onClick={() => setAsked("access")}>
          Access…
        </Button>
        {blocked ? (
          <Button
            aria-label={`Unblock ${email}`}
            aria-disabled={isBusy}
            onClick={() => void change({ blocked: false }, `${email} is unblocked.`)}
          >
            Unblock
          </Button>
        ) : (
          <Button aria-label={`Block ${email}`} aria-disabled={isBusy} onClick={() => setAsked("block")}>
            Block…
          </Button>
        )}
      </div>
      {asked === "role" && (
        <RoleDialog
          account={account}
          isOwn={isOwn}
          onChoose={(given) => void give(given)}
          onDismiss={() => setAsked(null)}
        />
      )}
      {asked === "reset" && (
        <ResetDialog
          account={account}
          onDone={(made) => {
            setAsked(null);
            setLink(made);
          }}
          onDismiss={() => setAsked(null)}
        />
      )}
      {asked === "access" && <AccessDialog account={account} onDismiss={() => setAsked(null)} />}
      {link && <LinkDialog link={link} onClose={() => setLink(null)} />}
      {asked === "block" && (
        <BlockDialog
          email={email}
          isOwn={isOwn}
          onAgree={() => void change({ blocked: true }, `${email} is blocked.`)}
          onDismiss={() => setAsked(null)}
        />
      )}
    </li>
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

interface Props {
  email: string;
  isOwn: boolean;
  onAgree(): void;
  onDismiss(): void;
}

function BlockDialog({ email, isOwn, onAgree, onDismiss }: Props) {
  return (
    <Dialog title="Block account" onDismiss={onDismiss}>
      <p>
        <strong className="break-all">{email}</strong> is signed out everywhere and can’t sign in. Its API keys are
        refused until you unblock it.
      </p>
      {isOwn && <p>This is your own account. Only another administrator can unblock it.</p>}
      <DialogActions look="danger" icon={Ban} action="Block" onAct={onAgree} onDismiss={onDismiss} />
    </Dialog>
  );
}

/** Changes an account as an administrator. */
function useChangeAccount(id: string) {
  const onSuccess = useRefreshAccounts();
  return useApiMutation((change: AccountChange) => sendApi("PUT", `/accounts/${encodeURIComponent(id)}`, change), {
    onSuccess,
  });
}
