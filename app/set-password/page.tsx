import type { Metadata } from "next";
import Link from "next/link";
import { SetPasswordForm } from "@/components/accounts/own/set-password-form";
import { NeedsScript } from "@/components/ui/needs-script";

export const metadata: Metadata = { title: "Set a password", robots: { index: false } };

export default function SetPasswordPage() {
  return (
    <div className="page-width max-w-[480px] py-16">
      <h1 className="text-4xl font-semibold">Set a password</h1>
      <NeedsScript text="You need JavaScript to set a password." />
      <SetPasswordForm />
      <p className="mt-8">
        <Link href="/forgot-password" prefetch={false} className="text-ink underline underline-offset-4">
          Ask for a new link
        </Link>
      </p>
    </div>
  );
}
