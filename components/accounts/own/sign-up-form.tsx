"use client";

import { lateResolver, useApiForm } from "@/components/form/use-api-form";
import { useWrite } from "@/components/form/use-write";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { PasswordField } from "@/components/ui/password-field";
import type { RequestError } from "@/lib/http/client/client.browser";
import { ProviderButtons, SignInProblem, type Provider } from "./sign-in-parts";
import { useNextAuth } from "./use-next-auth";

interface Props {
  /** The path to go to after signing up. */
  returnPath: string;
  providers: Provider[];
}

const resolver = lateResolver(
  async () => (await import("@/lib/accounts/schema.browser")).newAccount,
  ({ name = "", ...credentials }) => ({ ...credentials, ...(name.trim() === "" ? {} : { name }) }),
);

export function SignUpForm({ returnPath, providers }: Props) {
  const { write, error } = useWrite();
  const nextAuth = useNextAuth();
  const { form, field, formProps, names } = useApiForm({
    initial: { email: "", password: "", name: "" },
    resolver,
    send: async (account, onRefused) => {
      const showRefusal = (refused: RequestError) => {
        if (!isTaken(refused)) return onRefused(refused);
        form.setError("email", { message: refused.message });
        form.setFocus("email");
      };
      if (!(await write("POST", "/accounts", account, { onRefused: showRefusal }))) return;
      const { email, password } = account;
      await nextAuth.call("callback/credentials", { email, password, callbackUrl: returnPath });
    },
  });
  const isBusy = form.formState.isSubmitting || nextAuth.isBusy;
  const isAtFields = isTaken(error) || error?.issues.some(({ path }) => names.includes(path));
  return (
    <>
      <SignInProblem text={nextAuth.problem ?? (isAtFields ? null : (error?.message ?? null))} />
      <ProviderButtons
        providers={providers}
        isBusy={isBusy}
        onChoose={(id) => void nextAuth.call(`signin/${id}`, { callbackUrl: returnPath })}
      />
      <form {...formProps} className="mt-6 grid gap-4 noscript:hidden">
        <Field label="Email address" {...field("email")} type="email" autoComplete="username" required />
        <PasswordField
          label="Password"
          {...field("password")}
          autoComplete="new-password"
          required
          hint="At least 12 characters."
        />
        <Field label="Name (optional)" {...field("name")} autoComplete="name" />
        <Button type="submit" look="primary" aria-disabled={isBusy}>
          {isBusy ? "Creating…" : "Create an account"}
        </Button>
      </form>
    </>
  );
}

/** Whether the address has an account: shown at its field. */
const isTaken = (error: RequestError | null) => error?.response?.status === 409;
