import { useState } from "react";
import { WriteError } from "@/components/form/write-error";
import { Button } from "@/components/ui/button";
import { RelativeTime } from "@/components/ui/date-time";
import { Dialog } from "@/components/ui/dialog";
import { QueryState } from "@/components/ui/query-state";
import { useToast } from "@/components/ui/toasts";
import { useNow } from "@/components/ui/use-now";
import type { AccountOverview } from "@/lib/accounts/overview/schema.browser";
import type { AccountSession } from "@/lib/accounts/schema.browser";
import {
  useAccountSessions,
  useEndAccountSessions,
  useRemoveAccountFactors,
  useRevokeAccountKeys,
} from "./use-accounts";

interface Props {
  account: AccountOverview;
  onDismiss(): void;
}

/** The sessions, keys and second factors of an account, which an administrator can end. */
export function AccessDialog({ account, onDismiss }: Props) {
  const { id, email, keys } = account;
  return (
    <Dialog title="Access" onDismiss={onDismiss}>
      <p className="break-all">{email}</p>
      <section aria-labelledby={`sessions-${id}`} className="grid gap-3">
        <h3 id={`sessions-${id}`} className="font-semibold">
          Active sessions
        </h3>
        <Sessions account={account} />
      </section>
      <section aria-labelledby={`keys-${id}`} className="grid gap-3">
        <h3 id={`keys-${id}`} className="font-semibold">
          API keys
        </h3>
        <p className="text-sm text-muted">
          {keys === 0 ? "No working keys." : `${keys} working ${keys === 1 ? "key" : "keys"}.`}
        </p>
        {keys > 0 && <RevokeKeys account={account} />}
      </section>
      <section aria-labelledby={`factors-${id}`} className="grid gap-3">
        <h3 id={`factors-${id}`} className="font-semibold">
          Second factors
        </h3>
        <RemoveFactors account={account} />
      </section>
      <div>
        <Button look="primary" onClick={onDismiss}>
          Done
        </Button>
      </div>
    </Dialog>
  );
}

function Sessions({ account: { id } }: Pick<Props, "account">) {
  const { data, error, refetch } = useAccountSessions(id);
  const ending = useEndAccountSessions(id);
  const now = useNow();
  const sessions = data?.body ?? [];
  return (
    <>
      <QueryState query={{ data, error, refetch }} what="the sessions" lines={2} />
      {data && sessions.length === 0 && <p className="text-sm text-muted">Not signed in anywhere.</p>}
      {sessions.length > 0 && (
        <ul aria-label="Sessions" className="divide-y divide-line rounded border border-line bg-raised text-sm">
          {sessions.map((session) => (
            <li key={session.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 p-3">
              <div className="min-w-0 grow basis-40">
                <p className="font-semibold break-words">
                  {deviceOf(session)}
                  {session.current && " (this browser)"}
                </p>
                <p className="text-muted">
                  {session.address ?? "Unknown network"}, last used <RelativeTime at={session.last_used_at} now={now} />
                </p>
              </div>
              <Button
                aria-label={`Sign out ${deviceOf(session)}`}
                aria-disabled={ending.isBusy}
                onClick={() => void ending.mutate(session)}
              >
                Sign out
              </Button>
            </li>
          ))}
        </ul>
      )}
      <WriteError error={ending.error} />
      {sessions.length > 1 && (
        <div>
          <Button aria-disabled={ending.isBusy} onClick={() => void ending.mutate(null)}>
            Sign out everywhere
          </Button>
        </div>
      )}
    </>
  );
}

function deviceOf({ device }: AccountSession): string {
  return device ?? "Unknown device";
}

/** For a person who lost the app, the passkeys and the recovery codes. */
function RemoveFactors({ account: { id, email } }: Pick<Props, "account">) {
  const { mutate, isBusy, error } = useRemoveAccountFactors(id);
  const say = useToast();

  async function remove(): Promise<boolean> {
    if (!(await mutate())) return false;
    say({ text: `${email} has no second factors.` });
    return true;
  }

  return (
    <>
      <AskedTwice
        label="Remove second factors…"
        doLabel={isBusy ? "Removing…" : "Remove now"}
        isBusy={isBusy}
        run={remove}
      >
        The app, the passkeys and the recovery codes end, and the password alone signs in. Make sure that this person
        asked for it.
      </AskedTwice>
      <WriteError error={error} />
    </>
  );
}

function RevokeKeys({ account }: Pick<Props, "account">) {
  const { mutate, isBusy, error } = useRevokeAccountKeys(account);
  const say = useToast();

  async function revoke(): Promise<boolean> {
    if (!(await mutate())) return false;
    say({ text: `The keys of ${account.email} are revoked.` });
    return true;
  }

  return (
    <>
      <AskedTwice label="Revoke all keys…" doLabel={isBusy ? "Revoking…" : "Revoke now"} isBusy={isBusy} run={revoke}>
        Programs that use these keys stop working immediately. You can’t undo this.
      </AskedTwice>
      <WriteError error={error} />
    </>
  );
}

interface AskedTwiceProps {
  label: string;
  /** The label of the button that does it. */
  doLabel: string;
  isBusy: boolean;
  /** @returns whether it is done. */
  run(): Promise<boolean>;
  /** What it means. */
  children: string;
}

/** A button for what can't be undone: it asks once more. */
function AskedTwice({ label, doLabel, isBusy, run, children }: AskedTwiceProps) {
  const [isAsked, setIsAsked] = useState(false);
  if (!isAsked)
    return (
      <div>
        <Button look="danger" onClick={() => setIsAsked(true)}>
          {label}
        </Button>
      </div>
    );
  return (
    <div className="grid gap-3 rounded border border-danger p-3">
      <p className="text-sm">{children}</p>
      <div className="flex flex-wrap gap-2">
        <Button
          look="danger"
          aria-disabled={isBusy}
          onClick={() => void run().then((isDone) => isDone && setIsAsked(false))}
        >
          {doLabel}
        </Button>
        <Button autoFocus onClick={() => setIsAsked(false)}>
          Cancel
        </Button>
      </div>
    </div>
  );
}
