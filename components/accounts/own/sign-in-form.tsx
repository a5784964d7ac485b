"use client";

import { KeyRound } from "lucide-react";
import { useState } from "react";
import type { Resolver } from "react-hook-form";
import type { TypedValues } from "@/components/form/late-resolver";
import { useApiForm } from "@/components/form/use-api-form";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { PasswordField } from "@/components/ui/password-field";
import { codeNeeded } from "./auth-calls";
import { ProviderButtons } from "./provider-buttons";
import { SignInProblem } from "./sign-in-problem";
import { useNextAuth } from "./use-next-auth";
import { usePasskeySignIn } from "./use-passkey-sign-in";

interface Props {
  /** The path to go to after signing in. */
  returnPath: string;
  providers: { id: string; name: string }[];
  /** The error of an earlier attempt. */
  problem: string | null;
}

/** What the form asks for; the fields of the first step keep what was typed. */
type Step = "password" | "app code" | "recovery code";

/** next-auth has no schema to validate with. */
const requireAll = (messages: Readonly<Record<string, string>>): Resolver<TypedValues> => {
  return async (values) => {
    const missing = Object.entries(messages).filter(([name]) => !values[name]?.trim());
    const errors = Object.fromEntries(missing.map(([name, message]) => [name, { type: "required", message }]));
    return missing.length > 0 ? { values: {}, errors } : { values, errors: {} };
  };
};
const requireBoth = requireAll({ email: "Enter your email address", password: "Enter your password" });
const requireCode = requireAll({ code: "Enter the code" });

const wrongCode = "Wrong code, or too many attempts. Wait for the next code, then try again.";
const explain = (code: string | undefined, usual: string) => (code === codeNeeded ? null : usual);
const explainCode = (code: string | undefined, usual: string) => (code === "CredentialsSignin" ? wrongCode : usual);

export function SignInForm({ returnPath: callbackUrl, providers, problem: first }: Props) {
  const { call, isBusy, problem, setProblem } = useNextAuth(first);
  const [step, setStep] = useState<Step>("password");
  const isCode = step !== "password";
  const { form, field, formProps } = useApiForm({
    initial: { email: "", password: "", code: "" },
    resolver: isCode ? requireCode : requireBoth,
    send: async ({ code = "", ...credentials }) => {
      const sent = { ...credentials, ...(isCode ? { code } : {}), callbackUrl };
      const error = await call("callback/credentials", sent, isCode ? explainCode : explain);
      if (error === codeNeeded) setStep("app code");
      else if (isCode) form.setFocus("code", { shouldSelect: true });
    },
  });
  const signInByPasskey = usePasskeySignIn({
    signIn: (response) => call("callback/passkey", { response, callbackUrl }, explainPasskey),
    onProblem: setProblem,
  });

  function ask(next: Step) {
    setStep(next);
    setProblem(null);
    form.setValue("code", "");
    form.clearErrors();
  }

  return (
    <>
      <SignInProblem text={problem} />
      {!isCode && (
        <ProviderButtons
          providers={providers}
          isBusy={isBusy}
          onChoose={(id) => void call(`signin/${id}`, { callbackUrl })}
        />
      )}
      <form {...formProps} className="mt-6 grid gap-4 noscript:hidden">
        <div hidden={isCode} className={isCode ? "" : "grid gap-4"}>
          <Field label="Email address" {...field("email")} type="email" autoComplete="username webauthn" required />
          <PasswordField label="Password" {...field("password")} autoComplete="current-password" required />
        </div>
        {isCode && (
          <CodeStep key={step} step={step} email={form.getValues("email") ?? ""} field={field("code")} onAsk={ask} />
        )}
        <Button type="submit" look="primary" aria-disabled={isBusy}>
          {isBusy ? "Signing in…" : "Sign in"}
        </Button>
        <Button icon={KeyRound} aria-disabled={isBusy} onClick={() => void signInByPasskey()}>
          Continue with a passkey
        </Button>
      </form>
    </>
  );
}

const unknownPasskey =
  "This passkey didn’t work. It may have been removed from your account. Sign in with your password.";
const explainPasskey = (code: string | undefined, usual: string) =>
  code === "CredentialsSignin" ? unknownPasskey : usual;

interface CodeStepProps {
  step: "app code" | "recovery code";
  email: string;
  field: ReturnType<ReturnType<typeof useApiForm>["field"]>;
  onAsk(step: Step): void;
}

/** The second step: a code of the app, which phones fill in by themselves, or a recovery code. */
function CodeStep({ step, email, field, onAsk }: CodeStepProps) {
  const isApp = step === "app code";
  return (
    <>
      <p>
        {isApp
          ? "Enter the six digits that your authenticator app shows for "
          : "Enter one of the recovery codes that you saved for "}
        <strong className="break-words">{email}</strong>, or continue with a passkey.
      </p>
      <Field
        label={isApp ? "Code" : "Recovery code"}
        {...field}
        autoFocus
        autoComplete={isApp ? "one-time-code" : "off"}
        inputMode={isApp ? "numeric" : "text"}
        autoCapitalize="none"
        spellCheck={false}
        required
        hint={isApp ? undefined : "Each code works once."}
      />
      <div className="flex flex-wrap gap-x-4 gap-y-2 text-sm">
        <button
          type="button"
          className="min-h-6 cursor-pointer underline underline-offset-4"
          onClick={() => onAsk(isApp ? "recovery code" : "app code")}
        >
          {isApp ? "Use a recovery code" : "Use a code of the app"}
        </button>
        <button
          type="button"
          className="min-h-6 cursor-pointer underline underline-offset-4"
          onClick={() => onAsk("password")}
        >
          Back
        </button>
      </div>
    </>
  );
}
