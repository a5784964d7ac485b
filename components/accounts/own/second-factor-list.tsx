import Link from "next/link";
import { useState, type ReactNode } from "react";
import { WriteError } from "@/components/form/write-error";
import { Button } from "@/components/ui/button";
import { DateTime, RelativeTime } from "@/components/ui/date-time";
import { QueryState } from "@/components/ui/query-state";
import { useNow } from "@/components/ui/use-now";
import type { PasskeyRecord, PendingApp } from "@/lib/accounts/second-factors/schema.browser";
import { maxPasskeys, recoveryCodeCount } from "@/lib/accounts/second-factors/terms.browser";
import { FactorDialogs, type OpenFactorDialog } from "./factor-dialogs";
import { useAddApp } from "./factor-mutations";
import { useSecondFactors } from "./use-account";

/** @param isRequired the account must have a second factor, and has none. */
export function SecondFactorList({ isRequired }: { isRequired: boolean }) {
  const { data, error, refetch } = useSecondFactors();
  const [open, setOpen] = useState<OpenFactorDialog | null>(null);
  const adding = useAddApp();
  const now = useNow();
  if (!data) return <QueryState query={{ data, error, refetch }} what="your second factors" lines={3} />;

  const { totp, passkeys, recovery_codes_left: codesLeft } = data.body;
  const hasFactor = totp !== null || passkeys.length > 0;
  async function addApp() {
    const app: PendingApp | null = await adding.mutate();
    if (app) setOpen({ kind: "app", app, openedAt: Date.now() });
  }
  return (
    <>
      {isRequired && !hasFactor && (
        <p role="status" className="max-w-[640px] rounded bg-curtain-wash p-4 text-curtain">
          Your password alone is not enough for this account. Add an authenticator app or a passkey to use the other
          pages.
        </p>
      )}
      <p className="max-w-[70ch] text-muted">
        Add one, and a stolen password is not enough to sign in as you. A passkey signs you in without a password.{" "}
        <Link href="/docs/guides/second-factors" prefetch={false} className="underline underline-offset-4">
          How to choose
        </Link>
      </p>
      <ul
        aria-label="Second factors"
        className="max-w-[640px] divide-y divide-line overflow-hidden rounded border border-line bg-raised text-sm"
      >
        <Line
          name="Authenticator app"
          detail={totp ? <Added at={totp.created_at} /> : "Not set up. It shows a new code every 30 seconds."}
        >
          {totp ? (
            <Button
              aria-label="Remove the authenticator app"
              onClick={() => setOpen({ kind: "remove", passkey: null })}
            >
              Remove…
            </Button>
          ) : (
            <Button
              aria-label="Set up an authenticator app"
              aria-disabled={adding.isBusy}
              onClick={() => void addApp()}
            >
              Set up…
            </Button>
          )}
        </Line>
        {passkeys.map((passkey) => (
          <Line key={passkey.id} name={passkey.name} detail={<PasskeyUse passkey={passkey} now={now} />}>
            <Button
              aria-label={`Remove the passkey ${passkey.name}`}
              onClick={() => setOpen({ kind: "remove", passkey })}
            >
              Remove…
            </Button>
          </Line>
        ))}
        {passkeys.length < maxPasskeys && (
          <Line
            name={passkeys.length === 0 ? "Passkeys" : "Another passkey"}
            detail="Your fingerprint, face or PIN on a device, or a security key."
          >
            <Button aria-label="Add a passkey" onClick={() => setOpen({ kind: "passkey" })}>
              Add…
            </Button>
          </Line>
        )}
        {hasFactor && (
          <Line
            name="Recovery codes"
            detail={`${codesLeft} of ${recoveryCodeCount} left. Each works once, if you lose your device.`}
          >
            <Button aria-label="Get new recovery codes" onClick={() => setOpen({ kind: "renew" })}>
              Get new…
            </Button>
          </Line>
        )}
      </ul>
      <WriteError error={adding.error} />
      <FactorDialogs open={open} onOpen={setOpen} />
    </>
  );
}

function Line({ name, detail, children }: { name: string; detail: ReactNode; children: ReactNode }) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 p-4">
      <div className="min-w-0 grow basis-56">
        <p className="font-semibold break-words">{name}</p>
        <p className="mt-1 text-muted">{detail}</p>
      </div>
      {children}
    </li>
  );
}

function Added({ at }: { at: string }) {
  return (
    <>
      Added <DateTime at={at} look="day" />
    </>
  );
}

function PasskeyUse({ passkey: { created_at, last_used_at }, now }: { passkey: PasskeyRecord; now: number }) {
  return (
    <>
      Passkey. <Added at={created_at} />,{" "}
      {last_used_at === null ? (
        "never used"
      ) : (
        <>
          last used <RelativeTime at={last_used_at} now={now} />
        </>
      )}
    </>
  );
}
