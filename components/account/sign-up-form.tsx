"use client";

import { useState, type SubmitEvent } from "react";
import { callNextAuth, openAccount } from "@/components/account/auth-calls";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { textOf } from "./form-text";
import { ProviderButtons } from "./provider-buttons";

interface Props {
  /** Where to go then: a path of ours. */
  wayBack: string;
  providers: { id: string; name: string }[];
}

export function SignUpForm({ wayBack, providers }: Props) {
  const [problems, setProblems] = useState<{ path: string; message: string }[]>([]);
  const [isBusy, setIsBusy] = useState(false);
  const problemOf = (path: string) => problems.find((problem) => problem.path === path)?.message;

  async function open(email: string, password: string, name: string) {
    if (isBusy) return;
    setIsBusy(true);
    const found = await openAccount({ email, password, ...(name.trim() === "" ? {} : { name }) });
    const outcome =
      found.length === 0 ? await callNextAuth("callback/credentials", { email, password, callbackUrl: wayBack }) : null;
    if (outcome && "url" in outcome) {
      location.assign(outcome.url);
      return;
    }
    setProblems(outcome ? [{ path: "", message: outcome.problem }] : found);
    setIsBusy(false);
  }

  async function openAt(provider: string) {
    if (isBusy) return;
    setIsBusy(true);
    const outcome = await callNextAuth(`signin/${provider}`, { callbackUrl: wayBack });
    if ("url" in outcome) {
      location.assign(outcome.url);
      return;
    }
    setProblems([{ path: "", message: outcome.problem }]);
    setIsBusy(false);
  }

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    void open(textOf(form, "email"), textOf(form, "password"), textOf(form, "name"));
  }

  const general = problemOf("");
  return (
    <>
      <p role="alert" className={general ? "mt-6 rounded bg-curtain-wash p-4 text-curtain" : ""}>
        {general}
      </p>
      <ProviderButtons providers={providers} isBusy={isBusy} onChoose={(id) => void openAt(id)} />
      <form method="post" onSubmit={submit} className="mt-6 grid gap-4 noscript:hidden">
        <Field
          label="E-mail address"
          name="email"
          type="email"
          autoComplete="username"
          required
          problem={problemOf("email")}
        />
        <Field
          label="Password"
          name="password"
          type="password"
          autoComplete="new-password"
          required
          hint="12 to 200 characters"
          problem={problemOf("password")}
        />
        <Field label="Name, if you like" name="name" autoComplete="name" problem={problemOf("name")} />
        <Button type="submit" look="primary" aria-disabled={isBusy}>
          {isBusy ? "Opening…" : "Open an account"}
        </Button>
      </form>
    </>
  );
}
