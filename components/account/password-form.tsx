"use client";

import { type SubmitEvent } from "react";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { useToast } from "@/components/ui/toasts";
import { useChangePassword } from "./account-mutations";
import { textOf } from "./form-text";
import { FreshSignInTrouble, type Provider } from "./fresh-sign-in-trouble";

const fields = ["current_password", "password"] as const;

interface Props {
  email: string;
  hasPassword: boolean;
  /** Those that the account can sign in at. */
  providers: readonly Provider[];
}

/** An account that has a password asks for it first; one that signs in elsewhere may have none yet. */
export function PasswordForm({ email, hasPassword, providers }: Props) {
  const { mutate: changePassword, isBusy, error, issueOf } = useChangePassword();
  const say = useToast();

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const given = new FormData(form);
    const change = {
      password: textOf(given, "password"),
      ...(hasPassword ? { current_password: textOf(given, "current_password") } : {}),
    };
    if (!(await changePassword(change))) return;
    form.reset();
    say({ text: "The new password holds. Everywhere else you are signed out." });
  }

  return (
    <form method="post" noValidate className="grid max-w-[480px] gap-4" onSubmit={(event) => void submit(event)}>
      {/* Tells a password manager whose password this is. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      {hasPassword && (
        <Field
          label="Present password"
          name="current_password"
          type="password"
          autoComplete="current-password"
          problem={issueOf("current_password")}
        />
      )}
      <Field
        label="New password"
        name="password"
        type="password"
        autoComplete="new-password"
        hint="12 to 200 characters. It ends all your other sessions."
        problem={issueOf("password")}
      />
      <FreshSignInTrouble error={error} fields={fields} providers={providers} />
      <div>
        <Button type="submit" aria-disabled={isBusy}>
          {isBusy ? "Saving…" : hasPassword ? "Change the password" : "Set a password"}
        </Button>
      </div>
    </form>
  );
}
