import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { pageSettings } from "@/app/page-infrastructure";
import { homeOf, sessionOrNull, returnPath, type SearchParams } from "@/app/session";
import { SignUpForm } from "@/components/accounts/own/sign-up-form";
import { NeedsScript } from "@/components/ui/needs-script";
import { TextLink } from "@/components/ui/text-link";
import { externalProviders } from "@/lib/accounts/sign-in/providers";

export const metadata: Metadata = {
  title: "Create an account",
  description: "Create an account to get API keys with higher daily limits and usage charts.",
  alternates: { canonical: "/sign-up" },
};

export default async function SignUpPage({ searchParams }: { searchParams: SearchParams }) {
  const session = await sessionOrNull();
  const back = await returnPath(searchParams, session ? homeOf(session) : undefined);
  if (session) redirect(back);
  const { settings } = await pageSettings();
  return (
    <div className="page-width max-w-[480px] py-16">
      <h1 className="text-4xl font-semibold">Create an account</h1>
      {settings.ALLOW_SIGNUP ? (
        <>
          <NeedsScript text="You need JavaScript to create an account. You can use the API without it." />
          <SignUpForm returnPath={back} providers={externalProviders(settings).map(({ id, name }) => ({ id, name }))} />
        </>
      ) : (
        <p className="mt-4 text-muted">Sign-up is closed. Ask an administrator for an account.</p>
      )}
      <p className="mt-8 text-muted">
        Already have an account? <TextLink href={`/sign-in?callbackUrl=${encodeURIComponent(back)}`}>Sign in</TextLink>
      </p>
    </div>
  );
}
