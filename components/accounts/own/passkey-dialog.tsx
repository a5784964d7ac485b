import { useState } from "react";
import { FormDialog } from "@/components/form/form-dialog";
import { lateResolver, useApiForm } from "@/components/form/use-api-form";
import { useWrite } from "@/components/form/use-write";
import { WriteError } from "@/components/ui/error-notice";
import { Field } from "@/components/ui/field";
import type { AddedPasskey } from "@/lib/accounts/second-factors/schema.browser";
import { describeDevice } from "@/lib/accounts/sign-in/device.browser";
import { createPasskey, PasskeyError } from "./passkeys";
import { SignInProblem } from "./sign-in-parts";

const path = "/account/second-factors/passkeys";

const resolver = lateResolver(async () =>
  (await import("@/lib/accounts/second-factors/schema.browser")).newPasskey.pick({ name: true }),
);

/** Names a passkey, lets the browser make it, and stores it. @param onEnd called with null when it was dismissed. */
export function PasskeyDialog({ onEnd }: { onEnd(added: AddedPasskey | null): void }) {
  const { write, ...state } = useWrite();
  const [problem, setProblem] = useState<string | null>(null);
  const form = useApiForm({
    initial: { name: describeDevice(navigator.userAgent) ?? "" },
    resolver,
    send: async ({ name }, onRefused) => {
      setProblem(null);
      const options = await write<object>("POST", `${path}/options`, undefined, { refetch: [] });
      const response = options && (await createPasskey(options.body).catch(showProblem));
      if (!response) return;
      const doneText = `Passkey “${name}” added.`;
      const added = await write<AddedPasskey>("POST", path, { name, response }, { onRefused, doneText });
      if (added) onEnd(added.body);
    },
  });

  function showProblem(error: unknown): null {
    if (!(error instanceof PasskeyError)) throw error;
    setProblem(error.message);
    return null;
  }

  return (
    <FormDialog
      form={form}
      write={state}
      title="Add a passkey"
      action="Continue"
      doing="Waiting for your browser…"
      problem={
        <>
          <SignInProblem text={problem} />
          <WriteError error={state.error} fields={form.names} />
        </>
      }
      onDismiss={() => onEnd(null)}
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
