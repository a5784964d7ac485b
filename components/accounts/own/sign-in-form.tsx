"use client";

import { KeyRound } from "lucide-react";
import { useState, type ReactNode } from "react";
import type { Resolver } from "react-hook-form";
import type { TypedValues } from "@/components/form/late-resolver";
import { useApiForm } from "@/components/form/use-api-form";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { PasswordField } from "@/components/ui/password-field";
import { recoveryCodeCount } from "@/lib/accounts/second-factors/terms.browser";
import type { SecondFactors } from "@/lib/accounts/second-factors/schema.browser";
import { getApi } from "@/lib/http/client/client.browser";
import { codeNeeded } from "./auth-calls";
import { CodeStep, type CodeKind } from "./code-step";
import { ProviderButtons } from "./provider-buttons";
import { SignInProblem } from "./sign-in-problem";
import { useNextAuth } from "./use-next-auth";
import { usePasskeySignIn } from "./use-passkey-sign-in";

interface Props {
  /** The path to go to after signing in. */
  returnPath: string;
  providers: { id: string; name: string }[];
  /** The error of an earlier attempt. */
  problem?: string | null;
  /** Above and below the first step. */
  intro?: ReactNode;
  links?: ReactNode;
  /** The account that signs in again, in a dialog. */
  known?: { email: string; hasPassword: boolean; hasPasskey: boolean };
  /** Takes the place of going to `returnPath`. */
  onSignedIn?(): void;
}

/** What the form asks for; the fields of the first step keep what was typed. */
type Step = "password" | CodeKind;

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

const wrongCode = "That code isn’t right. Wait for the next one and try again.";
const explain = (code: string | undefined, usual: string) => (code === codeNeeded ? null : usual);
const explainCode = (code: string | undefined, usual: string) => (code === "CredentialsSignin" ? wrongCode : usual);

export function SignInForm({ returnPath: callbackUrl, providers, problem: first = null, known, ...props }: Props) {
  const { call, isBusy, problem, setProblem } = useNextAuth(first);
  const [step, setStep] = useState<Step>("password");
  /** What the account has besides recovery codes: known once the password was right. */
  const [factors, setFactors] = useState<readonly string[]>([]);
  /** After a sign-in by a recovery code: how many are left, and where to go next. */
  const [used, setUsed] = useState<{ left: number; url: string } | null>(null);
  const isCode = step !== "password";
  const hasPasskey = isCode ? factors.includes("passkey") : (known?.hasPasskey ?? true);
  const goOn = (url: string) => (props.onSignedIn ? props.onSignedIn() : location.assign(url));
  const { form, field, formProps } = useApiForm({
    initial: { email: known?.email ?? "", password: "", code: "" },
    resolver: isCode ? requireCode : requireBoth,
    send: async ({ code = "", ...credentials }) => {
      const sent = { ...credentials, ...(isCode ? { code } : {}), callbackUrl };
      const follow = async (url: string) => {
        const left = isCode && !/^[\d\s]+$/.test(code) ? await readCodesLeft() : null;
        if (left === null) goOn(url);
        else setUsed({ left, url });
      };
      const failed = await call("callback/credentials", sent, { explain: isCode ? explainCode : explain, follow });
      if (failed?.code === codeNeeded) {
        // An older instance does not name them.
        const named = failed.factors.length > 0 ? failed.factors : ["totp", "passkey"];
        setFactors(named);
        setStep(named.includes("totp") ? "app code" : "recovery code");
      } else if (isCode) form.setFocus("code", { shouldSelect: true });
    },
  });
  const signInByPasskey = usePasskeySignIn({
    isOffered: known === undefined,
    signIn: (response) =>
      call("callback/passkey", { response, callbackUrl }, { explain: explainPasskey, follow: goOn }),
    onProblem: setProblem,
  });

  function ask(next: Step) {
    setStep(next);
    setProblem(null);
    form.setValue("code", "");
    form.clearErrors();
  }

  if (used)
    return (
      <div role="status" className="grid justify-items-start gap-4">
        {!known && <h1 className="text-4xl font-semibold">Signed in</h1>}
        <p>
          You’re signed in, and that recovery code is used up. {used.left} of {recoveryCodeCount} are left. You can get
          new ones under “Your account”.
        </p>
        <Button look="primary" autoFocus onClick={() => goOn(used.url)}>
          Continue
        </Button>
      </div>
    );
  return (
    <>
      {!known && <h1 className="text-4xl font-semibold">{isCode ? "Enter your code" : "Sign in"}</h1>}
      {!isCode && props.intro}
      <SignInProblem text={problem} />
      {!isCode && (
        <ProviderButtons
          {...{ providers, isBusy }}
          // In a dialog, an account with a provider has no password.
          hasPassword={!known}
          onChoose={(id) => void call(`signin/${id}`, { callbackUrl })}
        />
      )}
      <form {...formProps} className={`${known ? "" : "mt-6"} grid gap-4 noscript:hidden`}>
        {(known?.hasPassword ?? true) && (
          <>
            <div hidden={isCode} className={isCode ? "" : "grid gap-4"}>
              {known ? (
                // Tells a password manager whose password this is.
                <input type="text" autoComplete="username" value={known.email} readOnly hidden />
              ) : (
                <Field
                  label="Email address"
                  {...field("email")}
                  type="email"
                  autoComplete="username webauthn"
                  required
                />
              )}
              <PasswordField
                label="Password"
                {...field("password")}
                autoFocus={known !== undefined}
                autoComplete="current-password"
                required
              />
            </div>
            {isCode && (
              <CodeStep
                key={step}
                {...{ step, hasPasskey }}
                hasApp={factors.includes("totp")}
                email={form.getValues("email") ?? ""}
                field={field("code")}
                onAsk={ask}
              />
            )}
            <Button type="submit" look="primary" aria-disabled={isBusy}>
              {isBusy ? "Signing in…" : "Sign in"}
            </Button>
          </>
        )}
        {hasPasskey && (
          <Button icon={KeyRound} aria-disabled={isBusy} onClick={() => void signInByPasskey()}>
            Continue with a passkey
          </Button>
        )}
      </form>
      {!isCode && props.links}
    </>
  );
}

/** Null when the API does not say. */
async function readCodesLeft(): Promise<number | null> {
  const answer = await getApi("/account/second-factors").catch(() => null);
  return answer?.status === 200 ? (answer.body as SecondFactors).recovery_codes_left : null;
}

const unknownPasskey =
  "This passkey didn’t work. It may have been removed from your account. Sign in with your password.";
const explainPasskey = (code: string | undefined, usual: string) =>
  code === "CredentialsSignin" ? unknownPasskey : usual;
