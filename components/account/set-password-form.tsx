"use client";

import { lateResolver } from "@/components/form/late-resolver";
import { useApiForm } from "@/components/form/use-api-form";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { useIsHydrated } from "@/components/ui/use-is-hydrated";
import { may } from "@/lib/access/permissions";
import { useSetPassword } from "./account-mutations";
import { linkToken } from "./auth-calls";
import { SignInProblem } from "./sign-in-problem";
import { useNextAuth } from "./use-next-auth";

const resolver = lateResolver(
  async () => (await import("@/lib/accounts/schema")).passwordByLink,
  ({ password }) => ({ token: linkToken(), password }),
);

/** Sets a password by the link of an invitation or a reset, and signs in with it. */
export function SetPasswordForm() {
  const isHydrated = useIsHydrated();
  const setting = useSetPassword();
  const nextAuth = useNextAuth();
  const { form, field, formProps, names } = useApiForm({
    initial: { password: "" },
    resolver,
    send: async (chosen, onRefused) => {
      const account = await setting.mutate(chosen, onRefused);
      if (!account) return;
      const callbackUrl = may(account, "editRecords") ? "/dashboard" : "/developers";
      await nextAuth.call("callback/credentials", { email: account.email, password: chosen.password, callbackUrl });
    },
  });
  const isBusy = form.formState.isSubmitting || nextAuth.isBusy;
  const issues = setting.error?.issues ?? [];
  const isDead = issues.some(({ path }) => path === "token");
  const isAtFields = issues.some(({ path }) => names.includes(path));
  if (isHydrated && linkToken() === "")
    return <SignInProblem text="This link is incomplete. Copy the whole link, including the part after #." />;
  return (
    <>
      <SignInProblem
        text={
          isDead
            ? "This link is wrong, used or expired. Ask for a new one."
            : (nextAuth.problem ?? (isAtFields ? null : (setting.error?.message ?? null)))
        }
      />
      <form {...formProps} className="mt-6 grid gap-4 noscript:hidden">
        <Field
          label="New password"
          {...field("password")}
          type="password"
          autoComplete="new-password"
          required
          hint="12 to 200 characters. You’ll be signed out on all devices."
        />
        <Button type="submit" look="primary" aria-disabled={isBusy}>
          {isBusy ? "Saving…" : "Set password"}
        </Button>
      </form>
    </>
  );
}
