import { useState } from "react";
import { FormDialog } from "@/components/form/form-dialog";
import { lateResolver } from "@/components/form/late-resolver";
import { useApiForm } from "@/components/form/use-api-form";
import { WriteError } from "@/components/form/write-error";
import { Field } from "@/components/ui/field";
import { describeDevice } from "@/lib/accounts/sign-in/device.browser";
import { useAddPasskey } from "./factor-mutations";
import { PasskeyError } from "./passkey-calls";
import { SignInProblem } from "./sign-in-problem";

interface Props {
  onDone(name: string, recoveryCodes: string[] | undefined): void;
  onDismiss(): void;
}

const resolver = lateResolver(async () =>
  (await import("@/lib/accounts/second-factors/schema.browser")).newPasskey.pick({ name: true }),
);

/** Names a passkey, and lets the browser make it. */
export function PasskeyDialog({ onDone, onDismiss }: Props) {
  const write = useAddPasskey();
  const [problem, setProblem] = useState<string | null>(null);
  const form = useApiForm({
    initial: { name: describeDevice(navigator.userAgent) ?? "" },
    resolver,
    send: async ({ name }, onRefused) => {
      setProblem(null);
      try {
        const added = await write.mutate({ name }, onRefused);
        if (added) onDone(added.name, added.recovery_codes);
      } catch (error) {
        if (!(error instanceof PasskeyError)) throw error;
        setProblem(error.message);
      }
    },
  });
  return (
    <FormDialog
      {...{ form, write, onDismiss }}
      title="Add a passkey"
      action="Continue"
      doing="Waiting for your browser…"
      problem={
        <>
          <SignInProblem text={problem} />
          <WriteError error={write.error} fields={form.names} />
        </>
      }
    >
      <p>Your browser asks for your fingerprint, face or PIN, or for a security key.</p>
      <Field
        label="Name"
        {...form.field("name")}
        autoComplete="off"
        hint="To tell it from others, such as the device."
      />
    </FormDialog>
  );
}
