import { ask } from "@/components/form/ask";
import { late } from "@/components/ui/late";
import { openDialog } from "@/components/ui/page-dialogs";
import { ShownOnceDialog } from "@/components/ui/shown-once-dialog";
import { Snippet } from "@/components/ui/snippet";
import type {
  AddedPasskey,
  ChangedFactors,
  PasskeyRecord,
  PendingApp,
} from "@/lib/accounts/second-factors/schema.browser";

export const factorsPath = "/account/second-factors";
const PasskeyDialog = late(() => import("./passkey-dialog"), "PasskeyDialog");

/** Shows the secret as a QR code and as text, and asks for a first code. */
export async function setUpApp({ secret, uri }: PendingApp): Promise<void> {
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

export async function addPasskey(): Promise<void> {
  const added = await openDialog<AddedPasskey>((end) => <PasskeyDialog onEnd={end} />);
  if (added?.recovery_codes) await showCodes(added.recovery_codes);
}

/** @param passkey null: the authenticator app. */
export function removeFactor(passkey: PasskeyRecord | null) {
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

export async function renewCodes(): Promise<void> {
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
