"use client";

import { useState, type SubmitEvent } from "react";
import { callNextAuth, openAccount } from "@/components/account/auth-calls";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";

export function SignUpForm({ wayBack }: { wayBack: string }) {
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

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const [email = "", password = "", name = ""] = ["email", "password", "name"].map((field) => {
      const value = form.get(field);
      return typeof value === "string" ? value : "";
    });
    void open(email, password, name);
  }

  const general = problemOf("");
  return (
    <>
      <p role="alert" className={general ? "mt-6 rounded bg-curtain-wash p-4 text-curtain" : ""}>
        {general}
      </p>
      <form method="post" onSubmit={submit} className="mt-6 grid gap-4">
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
