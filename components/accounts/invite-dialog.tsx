"use client";

import { WriteError } from "@/components/account/write-error";
import { lateResolver } from "@/components/form/late-resolver";
import { useApiForm } from "@/components/form/use-api-form";
import { Dialog } from "@/components/ui/dialog";
import { DialogActions } from "@/components/ui/dialog-actions";
import { Field, SelectField } from "@/components/ui/field";
import type { PasswordLink } from "@/lib/accounts/schema";
import { assignableRoles, roleBadges } from "./role-labels";
import { useInvite } from "./use-password-links";

interface Props {
  onDone(link: PasswordLink): void;
  onDismiss(): void;
}

const resolver = lateResolver(
  async () => (await import("@/lib/accounts/schema")).invitation,
  (values) => values,
);

/** Asks whom to invite, and as what. */
export function InviteDialog({ onDone, onDismiss }: Props) {
  const { mutate, error } = useInvite();
  const { field, formProps, names, isBusy } = useApiForm({
    initial: { email: "", role: "editor" },
    resolver,
    send: async (invitation, onRefused) => {
      const link = await mutate(invitation, onRefused);
      if (link) onDone(link);
    },
  });
  return (
    <Dialog title="Invite a person" onDismiss={onDismiss}>
      <form {...formProps} className="grid gap-4">
        <Field label="Email address" {...field("email")} type="email" autoComplete="off" required />
        <SelectField label="Role" {...field("role")}>
          {assignableRoles.map((role) => (
            <option key={role} value={role}>
              {roleBadges[role]}
            </option>
          ))}
        </SelectField>
        <p className="text-sm text-muted">
          This creates a link with which the person sets a password. It works once, for 7 days.
        </p>
        <WriteError error={error} fields={names} />
        <DialogActions action={isBusy ? "Creating…" : "Create link"} isDisabled={isBusy} onDismiss={onDismiss} />
      </form>
    </Dialog>
  );
}
