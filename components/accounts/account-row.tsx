import { Ban } from "lucide-react";
import Link from "next/link";
import { useState } from "react";
import { useCurrentStaff, useMay } from "@/components/accounts/current-staff";
import { ask } from "@/components/form/ask";
import { FormDialog } from "@/components/form/form-dialog";
import { useWrite } from "@/components/form/use-write";
import { WriteError } from "@/components/ui/error-notice";
import { Badge } from "@/components/ui/badge";
import { DateTime, RelativeTime } from "@/components/ui/date-time";
import { late } from "@/components/ui/late";
import { openDialog } from "@/components/ui/page-dialogs";
import { ActionRow, type RowAction } from "@/components/ui/remote-list";
import type { AccountOverview } from "@/lib/accounts/overview/schema.browser";
import type { AccountChange, PasswordLink } from "@/lib/accounts/schema.browser";
import { showLink } from "./invitations";
import { assignableRoles, roleBadges, roleDescriptions, roleLabels } from "./role-labels";

const AccessDialog = late(() => import("./access-dialog"), "AccessDialog");

/** An account with its role, its block and its use. */
export function AccountRow({ account, hasMail }: { account: AccountOverview; hasMail: boolean }) {
  const { id, email, name, role, blocked, created_at, verified, role_to_confirm } = account;
  const isOwn = useCurrentStaff().id === id;
  const { write, isBusy, error } = useWrite();
  const change = (part: AccountChange, doneText: string) => write("PUT", pathOf(id), part, { doneText });
  const actions: readonly (RowAction | null)[] = [
    role_to_confirm && {
      text: "Confirm",
      name: `Confirm ${email} as ${roleLabels[role_to_confirm]}`,
      look: "primary",
      isDisabled: isBusy,
      run: () => change({ role: role_to_confirm }, `${email} is now ${roleLabels[role_to_confirm]}.`),
    },
    {
      text: "Change role…",
      name: `Change role of ${email}`,
      run: () => openDialog((end) => <RoleDialog account={account} isOwn={isOwn} onEnd={() => end(null)} />),
    },
    { text: "Reset password…", name: `Reset password of ${email}`, run: () => resetPassword(account) },
    {
      text: "Access…",
      name: `Access of ${email}`,
      run: () => openDialog((end) => <AccessDialog account={account} onDismiss={() => end(null)} />),
    },
    blocked
      ? {
          text: "Unblock",
          name: `Unblock ${email}`,
          run: () => change({ blocked: false }, `${email} is unblocked.`),
          isDisabled: isBusy,
        }
      : { text: "Block…", name: `Block ${email}`, run: () => block(account, isOwn) },
  ];
  return (
    <ActionRow actions={actions}>
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
  const mayReadLog = useMay("readSecurityLog");
  return (
    <p className="mt-1 text-muted">
      {last_seen_at === null ? "Never seen" : "Last seen "}
      {last_seen_at !== null && <RelativeTime at={last_seen_at} />}
      {` · ${keys} ${keys === 1 ? "key" : "keys"} · `}
      {`${requests_today.toLocaleString("en-GB")} ${requests_today === 1 ? "request" : "requests"} today`}
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
  const created = await ask<PasswordLink>({
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
    action: ["Create link", "Creating…"],
  });
  if (created) await showLink(created.body);
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
    doneText: `${email} is blocked.`,
    look: "danger",
    icon: Ban,
    action: ["Block", "Blocking…"],
  });
}

/** Nothing is saved before the button confirms it: arrow keys alone change the radio group. */
function RoleDialog({ account, isOwn, onEnd }: { account: AccountOverview; isOwn: boolean; onEnd(): void }) {
  const { id, email, role, role_to_confirm, verified } = account;
  const { write, ...state } = useWrite();
  const [chosen, setChosen] = useState(role_to_confirm ?? role);

  async function submit() {
    const isSame = chosen === role && role_to_confirm === null;
    const doneText = `${email} is now ${roleLabels[chosen]}.`;
    if (isSame || (await write("PUT", pathOf(id), { role: chosen }, { doneText }))) onEnd();
  }

  return (
    <FormDialog
      title="Change role"
      action={`Make ${isOwn ? "yourself" : "them"} ${roleLabels[chosen]}`}
      write={state}
      onSubmit={() => void submit()}
      onDismiss={onEnd}
    >
      <p>
        <strong className="break-all">{email}</strong> is {roleLabels[role]}.
      </p>
      <fieldset className="grid gap-2">
        <legend className="sr-only">Role</legend>
        {assignableRoles.map((option) => (
          <label
            key={option}
            className="flex cursor-pointer items-start gap-3 rounded border border-edge p-3 has-checked:border-curtain has-checked:bg-curtain-wash"
          >
            <input
              type="radio"
              name="role"
              value={option}
              checked={option === chosen}
              className="mt-1 accent-curtain"
              onChange={() => setChosen(option)}
            />
            <span>
              <span className="font-semibold">{roleBadges[option]}</span>
              <span className="block text-sm text-muted">{roleDescriptions[option]}</span>
            </span>
          </label>
        ))}
      </fieldset>
      {!verified && chosen !== "developer" && (
        <p role="note" className="rounded border border-gilt p-3 text-sm">
          <strong>Email not verified.</strong> Anyone can sign up with any address, so this account may not belong to
          the owner of <span className="break-words">{email}</span>. Ask them first.
        </p>
      )}
      {isOwn && chosen !== "admin" && (
        <p>This is your own account. You’ll lose access to this page, and only another administrator can undo that.</p>
      )}
    </FormDialog>
  );
}
