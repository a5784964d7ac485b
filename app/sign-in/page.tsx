import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { pageSettings } from "@/app/page-infrastructure";
import { homeOf, sessionOrNull, returnPath, type SearchParams } from "@/app/session";
import { authErrorMessage } from "@/components/accounts/own/auth-calls";
import { SignInForm } from "@/components/accounts/own/sign-in-form";
import { NeedsScript } from "@/components/ui/needs-script";
import { TextLink } from "@/components/ui/text-link";
import { externalProviders } from "@/lib/accounts/sign-in/providers";

export const metadata: Metadata = {
  title: "Sign in",
  description: "Sign in to create API keys and see their usage.",
  alternates: { canonical: "/sign-in" },
};

/** What has just ended, by the address that the browser is then sent to. */
const notices: Readonly<Record<string, string>> = {
  "signed-out": "You’ve been signed out.",
  "account-deleted": "Your account has been deleted.",
};

export default async function SignInPage({ searchParams }: { searchParams: SearchParams }) {
  const { error, done } = await searchParams;
  const session = await sessionOrNull();
  // Without a page to go back to, the browser returns here, where the role is known.
  const back = await returnPath(searchParams, session ? homeOf(session) : "/sign-in");
  if (session) redirect(back);
  const { settings } = await pageSettings();
  const notice = typeof done === "string" && Object.hasOwn(notices, done) ? notices[done] : undefined;
  return (
    <div className="page-width max-w-[480px] py-16">
      <SignInForm
        returnPath={back}
        providers={externalProviders(settings).map(({ id, name }) => ({ id, name }))}
        problem={authErrorMessage(typeof error === "string" ? error : undefined)}
        intro={
          <>
            {notice && (
              <p role="status" className="mt-6 rounded bg-sunken p-4">
                {notice}
              </p>
            )}
            <NeedsScript text="You need JavaScript to sign in. You can use the API without it." />
          </>
        }
        links={
          <>
            <p className="mt-8">
              <TextLink href="/forgot-password">Forgot your password?</TextLink>
            </p>
            {settings.ALLOW_SIGNUP && (
              <p className="mt-2 text-muted">
                No account yet?{" "}
                <TextLink href={back === "/sign-in" ? "/sign-up" : `/sign-up?callbackUrl=${encodeURIComponent(back)}`}>
                  Create one
                </TextLink>
              </p>
            )}
          </>
        }
      />
    </div>
  );
}
