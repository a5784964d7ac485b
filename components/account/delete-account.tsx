"use client";

import { useState, type SubmitEvent } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { DialogActions } from "@/components/ui/dialog-actions";
import { Field } from "@/components/ui/field";
import { useDeleteAccount } from "./account-mutations";
import { textOf } from "./form-text";
import { FreshSignInTrouble, type Provider } from "./fresh-sign-in-trouble";

interface Props {
  email: string;
  hasPassword: boolean;
  /** Those that the account can sign in at. */
  providers: readonly Provider[];
}

export function DeleteAccount(props: Props) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <p className="max-w-[70ch] text-muted">
        Your keys stop at once and nothing brings the account back. What you changed in the listings stays, without your
        name.
      </p>
      <div>
        <Button onClick={() => setIsOpen(true)}>Delete the account…</Button>
      </div>
      {isOpen && <DeleteDialog {...props} onDismiss={() => setIsOpen(false)} />}
    </>
  );
}

/** Asks for what a passer-by at an open screen does not have, or would have to type on purpose. */
function DeleteDialog({ email, hasPassword, providers, onDismiss }: Props & { onDismiss(): void }) {
  const { mutate: deleteAccount, isBusy, error, issueOf } = useDeleteAccount();
  const field = hasPassword ? "password" : "email";

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const proof = { [field]: textOf(new FormData(event.currentTarget), field) };
    await deleteAccount(proof);
  }

  return (
    <Dialog title="Delete the account" onDismiss={onDismiss}>
      <p>
        Every key of <strong className="break-all">{email}</strong> is refused from its next request on. This can’t be
        undone.
      </p>
      <form method="post" noValidate className="grid gap-4" onSubmit={(event) => void submit(event)}>
        {hasPassword ? (
          <Field
            label="Your password"
            name="password"
            type="password"
            autoComplete="current-password"
            problem={issueOf("password")}
          />
        ) : (
          <Field
            label="Type your e-mail address"
            name="email"
            type="email"
            autoComplete="off"
            problem={issueOf("email")}
          />
        )}
        <FreshSignInTrouble error={error} fields={[field]} providers={providers} />
        <DialogActions action={isBusy ? "Deleting…" : "Delete it for good"} isDisabled={isBusy} onDismiss={onDismiss} />
      </form>
    </Dialog>
  );
}
