import { FormDialog } from "@/components/form/form-dialog";
import { lateResolver } from "@/components/form/late-resolver";
import { useApiForm } from "@/components/form/use-api-form";
import { Snippet } from "@/components/ui/snippet";
import { Field } from "@/components/ui/field";
import type { PendingApp } from "@/lib/accounts/second-factors/schema.browser";
import { useConfirmApp } from "./factor-mutations";

interface Props {
  app: PendingApp;
  /** Names the picture anew for each secret. */
  openedAt: number;
  onDone(recoveryCodes: string[] | undefined): void;
  onDismiss(): void;
}

const resolver = lateResolver(
  async () => (await import("@/lib/accounts/second-factors/schema.browser")).appConfirmation,
);

/** Shows the secret as a QR code and as text, and asks for a first code. */
export function AppDialog({ app: { secret, uri }, openedAt, onDone, onDismiss }: Props) {
  const write = useConfirmApp();
  const form = useApiForm({
    initial: { code: "" },
    resolver,
    send: async (confirmation, onRefused) => {
      const confirmed = await write.mutate(confirmation, onRefused);
      if (confirmed) onDone(confirmed.recovery_codes);
    },
  });
  return (
    <FormDialog {...{ form, write, onDismiss }} title="Set up an authenticator app" action="Confirm" doing="Checking…">
      <p>Scan this with the app on your phone.</p>
      {/* oxlint-disable-next-line next/no-img-element -- An optimised picture would be a copy of a secret. */}
      <img
        src={`/developers/account/authenticator-app.svg?at=${openedAt}`}
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
      <Field
        label="Code"
        {...form.field("code")}
        autoComplete="one-time-code"
        inputMode="numeric"
        hint="The six digits that the app shows now."
      />
    </FormDialog>
  );
}
