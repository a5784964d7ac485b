import type { Metadata } from "next";
import { pageSettings } from "@/app/page-infrastructure";
import { SetPasswordForm } from "@/components/accounts/own/set-password-form";
import { Providers } from "@/components/layout/providers";
import { NeedsScript } from "@/components/ui/needs-script";
import { TextLink } from "@/components/ui/text-link";

export const metadata: Metadata = { title: "Set a password", robots: { index: false } };

export default async function SetPasswordPage() {
  const { now } = await pageSettings();
  return (
    <div className="page-width max-w-[480px] py-16">
      <h1 className="text-4xl font-semibold">Set a password</h1>
      <NeedsScript text="You need JavaScript to set a password." />
      <Providers madeAt={now()}>
        <SetPasswordForm />
      </Providers>
      <p className="mt-8">
        <TextLink href="/forgot-password">Ask for a new link</TextLink>
      </p>
    </div>
  );
}
