"use client";

import { useQuery } from "@tanstack/react-query";
import { roleLabels } from "@/components/accounts/role-labels";
import { lateResolver, useApiForm } from "@/components/form/use-api-form";
import { useWrite } from "@/components/form/use-write";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { PasswordField } from "@/components/ui/password-field";
import type { AccountRecord, LinkMeaning } from "@/lib/accounts/schema.browser";
import { useIsHydrated } from "@/components/ui/use-is-hydrated";
import { may } from "@/lib/http/access/permissions.browser";
import { sendApi } from "@/lib/http/client/client.browser";
import { linkToken } from "./auth-calls";
import { SignInProblem } from "./sign-in-parts";
import { useNextAuth } from "./use-next-auth";

const resolver = lateResolver(
  async () => (await import("@/lib/accounts/schema.browser")).passwordByLink,
  ({ password, name = "" }) => ({ token: linkToken(), password, ...(name.trim() === "" ? {} : { name }) }),
);

/** Sets a password by the link of an invitation or a reset, and signs in with it. */
export function SetPasswordForm() {
  const isHydrated = useIsHydrated();
  const { write, error } = useWrite();
  const token = isHydrated ? linkToken() : "";
  const { data: link } = useQuery({
    queryKey: ["link", token],
    queryFn: async ({ signal }) => (await sendApi<LinkMeaning>("POST", "/account/link", { token }, null, signal)).body,
    enabled: token !== "",
    retry: false,
    staleTime: Infinity,
  });
  const nextAuth = useNextAuth();
  const { form, field, formProps, names } = useApiForm({
    initial: { password: "", name: "" },
    resolver,
    send: async (chosen, onRefused) => {
      const answer = await write<AccountRecord>("POST", "/account/password", chosen, { onRefused, refetch: [] });
      if (!answer) return;
      const account = answer.body;
      const callbackUrl = may(account, "editRecords") ? "/dashboard" : "/developers";
      await nextAuth.call("callback/credentials", { email: account.email, password: chosen.password, callbackUrl });
    },
  });
  const isBusy = form.formState.isSubmitting || nextAuth.isBusy;
  const issues = error?.issues ?? [];
  const isDead = issues.some(({ path }) => path === "token");
  const isAtFields = issues.some(({ path }) => names.includes(path));
  if (isHydrated && token === "")
    return <SignInProblem text="This link is incomplete. Copy the whole link, including the part after #." />;
  return (
    <>
      <SignInProblem
        text={
          isDead
            ? "This link is wrong, used or expired. Ask for a new one."
            : (nextAuth.problem ?? (isAtFields ? null : (error?.message ?? null)))
        }
      />
      {link && <LinkSentence link={link} />}
      <form {...formProps} className="mt-6 grid gap-4 noscript:hidden">
        {/* Tells a password manager whose password this is. */}
        <input type="text" name="username" autoComplete="username" value={link?.email ?? ""} readOnly hidden />
        {link?.role && <Field label="Your name (optional)" {...field("name")} autoComplete="name" />}
        <PasswordField
          label="New password"
          {...field("password")}
          autoComplete="new-password"
          required
          hint={`At least 12 characters.${link && !link.role ? " You’ll be signed out on all devices." : ""}`}
        />
        <Button type="submit" look="primary" aria-disabled={isBusy}>
          {isBusy ? "Saving…" : "Set password"}
        </Button>
      </form>
    </>
  );
}

/** From whom the link is, as what, and for which address. */
function LinkSentence({ link: { email, role, invited_by } }: { link: LinkMeaning }) {
  return (
    <p role="status" className="mt-4 break-words">
      {role ? (
        <>
          Welcome. You’re joining as {roleLabels[role]}: <strong>{email}</strong>.{" "}
          <bdi>{invited_by ?? "An administrator"}</bdi> invited you. Choose a password.
        </>
      ) : (
        <>
          Set a new password for <strong>{email}</strong>.
        </>
      )}
    </p>
  );
}
