import Link from "next/link";
import type { ReactNode } from "react";
import { useWrite } from "@/components/form/use-write";
import { WriteError } from "@/components/ui/error-notice";
import { DateTime, RelativeTime } from "@/components/ui/date-time";
import { QueryState } from "@/components/ui/query-state";
import { ActionRow, type RowAction } from "@/components/ui/remote-list";
import type { PendingApp, SecondFactors } from "@/lib/accounts/second-factors/schema.browser";
import { maxPasskeys, recoveryCodeCount } from "@/lib/accounts/second-factors/terms.browser";
import { useApi } from "@/lib/http/client/hooks.browser";
import { addPasskey, setUpApp, factorsPath, removeFactor, renewCodes } from "./second-factor-tasks";

/** @param isRequired the account must have a second factor, and has none. */
export function SecondFactorList({ isRequired }: { isRequired: boolean }) {
  const query = useApi<SecondFactors>(factorsPath);
  const { write, isBusy, error } = useWrite();
  if (!query.data) return <QueryState query={query} what="your second factors" lines={3} />;

  const { totp, passkeys, recovery_codes_left: codesLeft } = query.data.body;
  const hasFactor = totp !== null || passkeys.length > 0;
  async function addApp() {
    const app = await write<PendingApp>("POST", `${factorsPath}/totp`, undefined, { refetch: [] });
    if (app) await setUpApp(app.body);
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
          action={
            totp
              ? { text: "Remove…", name: "Remove the authenticator app", run: () => removeFactor(null) }
              : { text: "Set up…", name: "Set up an authenticator app", isDisabled: isBusy, run: addApp }
          }
        />
        {passkeys.map((passkey) => (
          <Line
            key={passkey.id}
            name={passkey.name}
            detail={
              <>
                Passkey. <Added at={passkey.created_at} />,{" "}
                {passkey.last_used_at === null ? "never used" : "last used "}
                {passkey.last_used_at !== null && <RelativeTime at={passkey.last_used_at} />}
              </>
            }
            action={{
              text: "Remove…",
              name: `Remove the passkey ${passkey.name}`,
              run: () => removeFactor(passkey),
            }}
          />
        ))}
        {passkeys.length < maxPasskeys && (
          <Line
            name={passkeys.length === 0 ? "Passkeys" : "Another passkey"}
            detail="Your fingerprint, face or PIN on a device, or a security key."
            action={{ text: "Add…", name: "Add a passkey", run: addPasskey }}
          />
        )}
        {hasFactor && (
          <Line
            name="Recovery codes"
            detail={`${codesLeft} of ${recoveryCodeCount} left. Each works once, if you lose your device.`}
            action={{ text: "Get new…", name: "Get new recovery codes", run: renewCodes }}
          />
        )}
      </ul>
      <WriteError error={error} />
    </>
  );
}

function Line({ name, detail, action }: { name: string; detail: ReactNode; action: RowAction }) {
  return (
    <li>
      <ActionRow actions={[action]}>
        <p className="font-semibold break-words">{name}</p>
        <p className="mt-1 text-muted">{detail}</p>
      </ActionRow>
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
