import type { Metadata } from "next";
import Link from "next/link";
import { redirect } from "next/navigation";
import { infrastructure } from "@/app/infrastructure";
import { sessionIfKnown, wayBack, type Search } from "@/app/session";
import { SignUpForm } from "@/components/account/sign-up-form";
import { NeedsScript } from "@/components/ui/needs-script";
import { externalProviders } from "@/lib/auth/providers";

export const metadata: Metadata = {
  title: "Open an account",
  description: "Open an account: API keys with higher daily limits, and a chart of their use.",
  alternates: { canonical: "/sign-up" },
};

export default async function SignUpPage({ searchParams }: { searchParams: Search }) {
  const back = await wayBack(searchParams);
  if (await sessionIfKnown()) redirect(back);
  const { settings } = await infrastructure();
  return (
    <div className="page-width max-w-[480px] py-16">
      <h1 className="text-4xl font-semibold">Open an account</h1>
      {settings.ALLOW_SIGNUP ? (
        <>
          <NeedsScript text="Opening an account needs JavaScript, which this browser does not run here." />
          <SignUpForm wayBack={back} providers={externalProviders(settings).map(({ id, name }) => ({ id, name }))} />
        </>
      ) : (
        <p className="mt-4 text-muted">Nobody can open an account here by themselves. Ask whoever runs this service.</p>
      )}
      <p className="mt-8 text-muted">
        You have one?{" "}
        <Link
          href={`/sign-in?callbackUrl=${encodeURIComponent(back)}`}
          prefetch={false}
          className="text-ink underline underline-offset-4"
        >
          Sign in
        </Link>
      </p>
    </div>
  );
}
