"use client";

import type { Resolver } from "react-hook-form";
import type { TypedValues } from "@/components/form/late-resolver";
import { useApiForm } from "@/components/form/use-api-form";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { PasswordField } from "@/components/ui/password-field";
import { ProviderButtons } from "./provider-buttons";
import { SignInProblem } from "./sign-in-problem";
import { useNextAuth } from "./use-next-auth";

interface Props {
  /** The path to go to after signing in. */
  returnPath: string;
  providers: { id: string; name: string }[];
  /** The error of an earlier attempt. */
  problem: string | null;
}

/** next-auth has no schema to validate with. */
const requireBoth: Resolver<TypedValues> = async (values) => {
  const errors = {
    ...(values["email"] ? {} : { email: { type: "required", message: "Enter your email address" } }),
    ...(values["password"] ? {} : { password: { type: "required", message: "Enter your password" } }),
  };
  return Object.keys(errors).length > 0 ? { values: {}, errors } : { values, errors: {} };
};

export function SignInForm({ returnPath, providers, problem: first }: Props) {
  const { call, isBusy, problem } = useNextAuth(first);
  const { field, formProps } = useApiForm({
    initial: { email: "", password: "" },
    resolver: requireBoth,
    send: (credentials) => call("callback/credentials", { ...credentials, callbackUrl: returnPath }),
  });
  return (
    <>
      <SignInProblem text={problem} />
      <ProviderButtons
        providers={providers}
        isBusy={isBusy}
        onChoose={(id) => void call(`signin/${id}`, { callbackUrl: returnPath })}
      />
      <form {...formProps} className="mt-6 grid gap-4 noscript:hidden">
        <Field label="Email address" {...field("email")} type="email" autoComplete="username" required />
        <PasswordField label="Password" {...field("password")} autoComplete="current-password" required />
        <Button type="submit" look="primary" aria-disabled={isBusy}>
          {isBusy ? "Signing in…" : "Sign in"}
        </Button>
      </form>
    </>
  );
}
