"use client";

import { useState, type SubmitEvent } from "react";
import { callNextAuth } from "@/components/account/auth-calls";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { textOf } from "./form-text";
import { ProviderButtons } from "./provider-buttons";

interface Props {
  /** Where to go then: a path of ours. */
  wayBack: string;
  providers: { id: string; name: string }[];
  /** What went wrong on the way here. */
  problem: string | null;
}

export function SignInForm({ wayBack, providers, problem: first }: Props) {
  const [problem, setProblem] = useState(first);
  const [isBusy, setIsBusy] = useState(false);

  async function call(action: string, fields: Record<string, string>) {
    if (isBusy) return;
    setIsBusy(true);
    setProblem(null);
    const outcome = await callNextAuth(action, { ...fields, callbackUrl: wayBack });
    if ("url" in outcome) {
      location.assign(outcome.url);
      return;
    }
    setProblem(outcome.problem);
    setIsBusy(false);
  }

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    void call("callback/credentials", { email: textOf(form, "email"), password: textOf(form, "password") });
  }

  return (
    <>
      <p role="alert" className={problem ? "mt-6 rounded bg-curtain-wash p-4 text-curtain" : ""}>
        {problem}
      </p>
      <ProviderButtons providers={providers} isBusy={isBusy} onChoose={(id) => void call(`signin/${id}`, {})} />
      <form method="post" onSubmit={submit} className="mt-6 grid gap-4 noscript:hidden">
        <Field label="E-mail address" name="email" type="email" autoComplete="username" required />
        <Field label="Password" name="password" type="password" autoComplete="current-password" required />
        <Button type="submit" look="primary" aria-disabled={isBusy}>
          {isBusy ? "Signing in…" : "Sign in"}
        </Button>
      </form>
    </>
  );
}
