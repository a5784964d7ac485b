import { PageForm } from "@/components/form/question-form";
import { DateTime } from "@/components/ui/date-time";
import type { OwnAccount } from "@/lib/accounts/schema.browser";

export function NameForm({ account: { name } }: { account: OwnAccount }) {
  return (
    <PageForm<OwnAccount>
      className="max-w-[480px]"
      fields={[
        {
          name: "name",
          label: "Name",
          initial: name ?? "",
          autoComplete: "name",
          hint: "Shown next to your changes (optional).",
        },
      ]}
      schema={async () => (await import("@/lib/accounts/schema.browser")).ownAccountChange.pick({ name: true })}
      toData={({ name: typed = "" }) => ({ name: typed.trim() === "" ? null : typed })}
      send={["PUT", "/account"]}
      doneText={(changed) => (changed.name === null ? "Name removed." : `Name changed to “${changed.name}”.`)}
      action={["Save name", "Saving…"]}
    />
  );
}

/** Asks for the current password, unless the account signs in with a provider and has none. */
export function PasswordForm({ account: { email, password_changed_at: changedAt } }: { account: OwnAccount }) {
  const current = {
    name: "current_password",
    label: "Current password",
    look: "password",
    autoComplete: "current-password",
  } as const;
  return (
    <PageForm
      className="max-w-[480px]"
      fields={[
        ...(changedAt === null ? [] : [current]),
        {
          name: "password",
          label: "New password",
          look: "password",
          autoComplete: "new-password",
          hint: "At least 12 characters. You’ll be signed out on all other devices.",
        },
      ]}
      schema={async () => (await import("@/lib/accounts/schema.browser")).ownAccountChange.required({ password: true })}
      send={["PUT", "/account"]}
      doneText="Password changed. You’ve been signed out on all other devices."
      isEmptied
      action={[changedAt === null ? "Set password" : "Change password", "Saving…"]}
    >
      {/* Tells a password manager whose password this is. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      {changedAt !== null && (
        <p className="text-sm text-muted">
          Last changed <DateTime at={changedAt} look="day" />
        </p>
      )}
    </PageForm>
  );
}
