"use client";

import { KeyRound } from "lucide-react";
import { useState, type ReactNode } from "react";
import type { Resolver } from "react-hook-form";
import { type TypedValues, useApiForm } from "@/components/form/use-api-form";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { PasswordField } from "@/components/ui/password-field";
import { recoveryCodeCount } from "@/lib/accounts/second-factors/terms.browser";
import type { SecondFactors } from "@/lib/accounts/second-factors/schema.browser";
import { getApi } from "@/lib/http/client/client.browser";
import { codeNeeded } from "./auth-calls";
import { usePasskeySignIn } from "./passkeys";
import { ProviderButtons, SignInProblem, type Provider } from "./sign-in-parts";
import { useNextAuth } from "./use-next-auth";

interface Props {
  /** The path to go to after signing in. */
  returnPath: string;
  providers: Provider[];
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

const wrongCode = { CredentialsSignin: "That code isn’t right. Wait for the next one and try again." };
const wrongPasskey = {
  CredentialsSignin:
    "This passkey didn’t work. It may have been removed from your account. Sign in with your password.",
};

const textButton = "min-h-6 cursor-pointer underline underline-offset-4";

export function SignInForm({ returnPath: callbackUrl, providers, problem: first = null, known, ...props }: Props) {
  const { call, isBusy, problem, setProblem } = useNextAuth(first);
  /** What the form asks for; the fields of the first step keep what was typed. */
  const [step, setStep] = useState<"password" | "app code" | "recovery code">("password");
  /** What the account has besides recovery codes: known once the password was right. */
  const [factors, setFactors] = useState<readonly string[]>([]);
  /** After a sign-in by a recovery code: how many are left, and where to go next. */
  const [used, setUsed] = useState<{ left: number; url: string } | null>(null);
  const isCode = step !== "password";
  const isApp = step === "app code";
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
      const texts = isCode ? wrongCode : { [codeNeeded]: null };
      const failed = await call("callback/credentials", sent, { texts, follow });
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
    signIn: (response) => call("callback/passkey", { response, callbackUrl }, { texts: wrongPasskey, follow: goOn }),
    onProblem: setProblem,
  });

  function goTo(next: typeof step) {
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
              <>
                <p>
                  {isApp
                    ? "Enter the six digits that your authenticator app shows for "
                    : "Enter one of the recovery codes that you saved for "}
                  <strong className="break-words">{form.getValues("email")}</strong>
                  {hasPasskey && ", or continue with a passkey"}.
                </p>
                {/* A field of its own for each kind: it gets the focus, and phones fill in the app's code. */}
                <Field
                  key={step}
                  label={isApp ? "Code" : "Recovery code"}
                  {...field("code")}
                  autoFocus
                  autoComplete={isApp ? "one-time-code" : "off"}
                  inputMode={isApp ? "numeric" : "text"}
                  autoCapitalize="none"
                  spellCheck={false}
                  required
                  hint={isApp ? undefined : "Each code works once."}
                />
                <div className="flex flex-wrap gap-x-4 gap-y-2 text-sm">
                  {factors.includes("totp") && (
                    <button
                      type="button"
                      className={textButton}
                      onClick={() => goTo(isApp ? "recovery code" : "app code")}
                    >
                      {isApp ? "Use a recovery code" : "Use the app instead"}
                    </button>
                  )}
                  <button type="button" className={textButton} onClick={() => goTo("password")}>
                    Back
                  </button>
                </div>
              </>
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
