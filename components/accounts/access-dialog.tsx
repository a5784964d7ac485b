"use client";

import { useState } from "react";
import { FactorError } from "@/components/accounts/own/factor-error";
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

/** For a person who lost the app, the passkeys and the recovery codes. Asks once more. */
function RemoveFactors({ account: { id, email } }: Pick<Props, "account">) {
  const { mutate, isBusy, error } = useRemoveAccountFactors(id);
  const [isAsked, setIsAsked] = useState(false);
  const say = useToast();

  async function remove() {
    if (!(await mutate())) return;
    setIsAsked(false);
    say({ text: `${email} has no second factors.` });
  }

  return (
    <>
      {isAsked ? (
        <div className="grid gap-3 rounded border border-danger p-3">
          <p className="text-sm">
            The app, the passkeys and the recovery codes end, and the password alone signs in. Make sure that this
            person asked for it.
          </p>
          <div className="flex flex-wrap gap-2">
            <Button look="danger" aria-disabled={isBusy} onClick={() => void remove()}>
              {isBusy ? "Removing…" : "Remove now"}
            </Button>
            <Button autoFocus onClick={() => setIsAsked(false)}>
              Cancel
            </Button>
          </div>
        </div>
      ) : (
        <div>
          <Button look="danger" onClick={() => setIsAsked(true)}>
            Remove second factors…
          </Button>
        </div>
      )}
      <FactorError error={error} />
    </>
  );
}

/** Asks once more, because keys can't be restored. */
function RevokeKeys({ account }: Pick<Props, "account">) {
  const { mutate, isBusy, error } = useRevokeAccountKeys(account);
  const [isAsked, setIsAsked] = useState(false);
  const say = useToast();

  async function revoke() {
    if (await mutate()) say({ text: `The keys of ${account.email} are revoked.` });
  }

  return (
    <>
      {isAsked ? (
        <div className="grid gap-3 rounded border border-danger p-3">
          <p className="text-sm">Programs that use these keys stop working immediately. You can’t undo this.</p>
          <div className="flex flex-wrap gap-2">
            <Button look="danger" aria-disabled={isBusy} onClick={() => void revoke()}>
              {isBusy ? "Revoking…" : "Revoke now"}
            </Button>
            <Button autoFocus onClick={() => setIsAsked(false)}>
              Cancel
            </Button>
          </div>
        </div>
      ) : (
        <div>
          <Button look="danger" onClick={() => setIsAsked(true)}>
            Revoke all keys…
          </Button>
        </div>
      )}
      <WriteError error={error} />
    </>
  );
}
