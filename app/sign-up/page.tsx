import type { Metadata } from "next";
import Link from "next/link";
import { redirect } from "next/navigation";
import { currentSession, wayBack, type Search } from "@/app/session";
import { SignUpForm } from "@/components/account/sign-up-form";
import { infrastructure } from "@/lib/running";

export const metadata: Metadata = { title: "Open an account" };

export default async function SignUpPage({ searchParams }: { searchParams: Search }) {
  const back = await wayBack(searchParams);
  if (await currentSession()) redirect(back);
  const { settings } = await infrastructure();
  return (
    <div className="page-width max-w-[480px] py-16">
      <h1 className="text-4xl font-semibold">Open an account</h1>
      {settings.ALLOW_SIGNUP ? (
        <SignUpForm wayBack={back} />
      ) : (
        <p className="mt-4 text-muted">Nobody can open an account here by themselves. Ask whoever runs this service.</p>
      )}
      <p className="mt-8 text-muted">
        You have one?{" "}
        <Link
          href={`/sign-in?callbackUrl=${encodeURIComponent(back)}`}
          className="text-ink underline underline-offset-4"
        >
          Sign in
        </Link>
      </p>
    </div>
  );
}
