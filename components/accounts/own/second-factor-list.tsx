import Link from "next/link";
import type { ReactNode } from "react";
import { ask } from "@/components/form/ask";
import { useWrite } from "@/components/form/use-write";
import { WriteError } from "@/components/ui/error-notice";
import { DateTime, RelativeTime } from "@/components/ui/date-time";
import { late } from "@/components/ui/late";
import { openDialog } from "@/components/ui/page-dialogs";
import { QueryState } from "@/components/ui/query-state";
import { ActionRow, type RowAction } from "@/components/ui/remote-list";
import { ShownOnceDialog } from "@/components/ui/shown-once-dialog";
import { Snippet } from "@/components/ui/snippet";
import type {
  AddedPasskey,
  ChangedFactors,
  PasskeyRecord,
  PendingApp,
  SecondFactors,
} from "@/lib/accounts/second-factors/schema.browser";
import { maxPasskeys, recoveryCodeCount } from "@/lib/accounts/second-factors/terms.browser";
import { useApi } from "@/lib/http/client/hooks.browser";

const factorsPath = "/account/second-factors";
const PasskeyDialog = late(() => import("./passkey-dialog"), "PasskeyDialog");

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
            action={{ text: "Remove…", name: `Remove the passkey ${passkey.name}`, run: () => removeFactor(passkey) }}
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

/** Shows the secret as a QR code and as text, and asks for a first code. */
async function setUpApp({ secret, uri }: PendingApp): Promise<void> {
  const confirmed = await ask<ChangedFactors>({
    title: "Set up an authenticator app",
    text: (
      <>
        <p>Scan this with the app on your phone.</p>
        {/* oxlint-disable-next-line next/no-img-element -- An optimised picture would be a copy of a secret. */}
        <img
          // Named anew for each secret.
          src={`/developers/account/authenticator-app.svg?at=${Date.now()}`}
          alt="QR code with the secret below"
          width={200}
          height={200}
          className="size-40 rounded sm:size-[200px]"
        />
        <Snippet
          label="Or type this secret into the app"
          text={secret.replaceAll(/.{4}(?=.)/g, "$& ")}
          copied={() => secret}
          copyLabel="Copy the secret"
        />
        <p className="text-sm">
          <a href={uri} className="underline underline-offset-4">
            Open in an app on this device
          </a>
        </p>
      </>
    ),
    fields: [
      {
        name: "code",
        label: "Code",
        autoComplete: "one-time-code",
        inputMode: "numeric",
        hint: "The six digits that the app shows now.",
      },
    ],
    schema: async () => (await import("@/lib/accounts/second-factors/schema.browser")).appConfirmation,
    send: ["POST", `${factorsPath}/totp/confirm`],
    doneText: "Authenticator app added.",
    action: ["Confirm", "Checking…"],
  });
  if (confirmed?.body.recovery_codes) await showCodes(confirmed.body.recovery_codes);
}

async function addPasskey(): Promise<void> {
  const added = await openDialog<AddedPasskey>((end) => <PasskeyDialog onEnd={end} />);
  if (added?.recovery_codes) await showCodes(added.recovery_codes);
}

/** @param passkey null: the authenticator app. */
function removeFactor(passkey: PasskeyRecord | null) {
  return ask({
    title: passkey ? `Remove the passkey “${passkey.name}”` : "Remove the authenticator app",
    text: (
      <>
        <p>
          It no longer signs you in. If it is your last second factor, your recovery codes end too, and your password
          alone signs you in.
        </p>
        <p>{passkey ? "Remove it from your device as well." : "Delete the entry in the app as well."}</p>
      </>
    ),
    send: ["DELETE", `${factorsPath}/${passkey ? `passkeys/${encodeURIComponent(passkey.id)}` : "totp"}`],
    doneText: `${passkey ? `Passkey “${passkey.name}”` : "Authenticator app"} removed.`,
    action: ["Remove", "Removing…"],
  });
}

async function renewCodes(): Promise<void> {
  const renewed = await ask<{ recovery_codes: string[] }>({
    title: "Get new recovery codes",
    text: <p>You get ten new codes. The ones that you saved before stop working.</p>,
    send: ["POST", `${factorsPath}/recovery-codes`],
    action: ["Get new codes", "Creating…"],
  });
  if (renewed) await showCodes(renewed.body.recovery_codes);
}

function showCodes(codes: readonly string[]): Promise<unknown> {
  const text = codes.join("\n");
  return openDialog((end) => (
    <ShownOnceDialog
      title="Your recovery codes"
      file={{ label: "Download as a text file", name: "theatre-listings-recovery-codes.txt", text: `${text}\n` }}
      savedLabel="I’ve saved these codes"
      warning="You haven’t copied or downloaded these codes. Without them, only an administrator can let you in if you lose your device."
      onClose={() => end(null)}
    >
      {(keep) => (
        <>
          <p>
            Save these codes now, where you keep your passwords. You won’t be able to see them again. Each signs you in
            once instead of a code from the app.
          </p>
          <Snippet label="Recovery codes" text={text} copyLabel="Copy the codes" onCopied={keep} />
        </>
      )}
    </ShownOnceDialog>
  ));
}
