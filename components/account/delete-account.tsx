"use client";

import { useState, type SubmitEvent } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { useWrite } from "@/components/use-write";
import { sendApi } from "@/lib/client/client";
import { textOf } from "./form-text";
import { leaveFor } from "./leave";
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
  const { write, isBusy, error, issueOf } = useWrite();
  const field = hasPassword ? "password" : "email";

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const proof = { [field]: textOf(new FormData(event.currentTarget), field) };
    if (await write(() => sendApi("DELETE", "/account", proof))) leaveFor("/");
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
            label="Type your email address"
            name="email"
            type="email"
            autoComplete="off"
            problem={issueOf("email")}
          />
        )}
        <FreshSignInTrouble error={error} fields={[field]} providers={providers} />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" look="primary" aria-disabled={isBusy}>
            {isBusy ? "Deleting…" : "Delete it for good"}
          </Button>
          <Button onClick={onDismiss}>Cancel</Button>
        </div>
      </form>
    </Dialog>
  );
}
