import { useState } from "react";
import { FormDialog } from "@/components/form/form-dialog";
import { lateResolver } from "@/components/form/late-resolver";
import { useApiForm } from "@/components/form/use-api-form";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { PasswordField } from "@/components/ui/password-field";
import { useDeleteAccount } from "./account-mutations";

interface Props {
  email: string;
  hasPassword: boolean;
}

const resolver = lateResolver(async () => (await import("@/lib/accounts/schema.browser")).accountDeletion);

export function DeleteAccount(props: Props) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <p className="max-w-[70ch] text-muted">
        Your keys stop working immediately and the account can’t be restored. Changes you made to the listings stay,
        without your name.
      </p>
      <div>
        <Button look="danger" onClick={() => setIsOpen(true)}>
          Delete account…
        </Button>
      </div>
      {isOpen && <DeleteDialog {...props} onDismiss={() => setIsOpen(false)} />}
    </>
  );
}

/** Asks for the password, or for the email address where there is none, so that an unattended screen isn't enough. */
function DeleteDialog({ email, hasPassword, onDismiss }: Props & { onDismiss(): void }) {
  const write = useDeleteAccount();
  const form = useApiForm({
    initial: hasPassword ? { password: "" } : { email: "" },
    resolver,
    send: write.mutate,
  });

  return (
    <FormDialog
      {...{ form, write, onDismiss }}
      title="Delete account"
      look="danger"
      action="Delete my account"
      doing="Deleting…"
    >
      <p>
        Every key of <strong className="break-all">{email}</strong> stops working immediately. You can’t undo this.
      </p>
      {hasPassword ? (
        <PasswordField label="Your password" {...form.field("password")} autoComplete="current-password" />
      ) : (
        <Field label="Type your email address" {...form.field("email")} type="email" autoComplete="off" />
      )}
    </FormDialog>
  );
}
