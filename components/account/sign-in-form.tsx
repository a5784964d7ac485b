"use client";

import { useApiForm } from "@/components/form/use-api-form";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
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

export function SignInForm({ returnPath, providers, problem: first }: Props) {
  const { call, isBusy, problem } = useNextAuth(first);
  // next-auth has no schema; `required` covers both fields.
  const { field, formProps } = useApiForm({
    initial: { email: "", password: "" },
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
      <form {...formProps} noValidate={false} className="mt-6 grid gap-4 noscript:hidden">
        <Field label="Email address" {...field("email")} type="email" autoComplete="username" required />
        <Field label="Password" {...field("password")} type="password" autoComplete="current-password" required />
        <Button type="submit" look="primary" aria-disabled={isBusy}>
          {isBusy ? "Signing in…" : "Sign in"}
        </Button>
      </form>
    </>
  );
}
