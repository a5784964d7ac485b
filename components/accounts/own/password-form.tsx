import { lateResolver } from "@/components/form/late-resolver";
import { useApiForm } from "@/components/form/use-api-form";
import { useWrite } from "@/components/form/use-write";
import { WriteError } from "@/components/form/write-error";
import { Button } from "@/components/ui/button";
import { DateTime } from "@/components/ui/date-time";
import { PasswordField } from "@/components/ui/password-field";

interface Props {
  email: string;
  /** When the password was set or last changed; null without one. */
  changedAt: string | null;
}

const resolver = lateResolver(async () =>
  (await import("@/lib/accounts/schema.browser")).ownAccountChange.required({ password: true }),
);

/** Asks for the current password, unless the account signs in with a provider and has none. */
export function PasswordForm({ email, changedAt }: Props) {
  const hasPassword = changedAt !== null;
  const { write, error } = useWrite();
  const { form, field, formProps, names, isBusy } = useApiForm({
    initial: hasPassword ? { current_password: "", password: "" } : { password: "" },
    resolver,
    send: async (change, onRefused) => {
      const said = "Password changed. You’ve been signed out on all other devices.";
      if (await write("PUT", "/account", change, { onRefused, said })) form.reset();
    },
  });

  return (
    <form {...formProps} className="grid max-w-[480px] gap-4">
      {/* Tells a password manager whose password this is. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      {changedAt !== null && (
        <p className="text-sm text-muted">
          Last changed <DateTime at={changedAt} look="day" />
        </p>
      )}
      {hasPassword && (
        <PasswordField label="Current password" {...field("current_password")} autoComplete="current-password" />
      )}
      <PasswordField
        label="New password"
        {...field("password")}
        autoComplete="new-password"
        hint="At least 12 characters. You’ll be signed out on all other devices."
      />
      <WriteError error={error} fields={names} />
      <div>
        <Button type="submit" aria-disabled={isBusy}>
          {isBusy ? "Saving…" : hasPassword ? "Change password" : "Set password"}
        </Button>
      </div>
    </form>
  );
}
