import type { Metadata } from "next";
import { VerifyEmail } from "@/components/accounts/own/verify-email";
import { NeedsScript } from "@/components/ui/needs-script";

export const metadata: Metadata = { title: "Confirm your email address", robots: { index: false } };

export default function VerifyEmailPage() {
  return (
    <div className="page-width max-w-[480px] py-16">
      <h1 className="text-4xl font-semibold">Confirm your email address</h1>
      <NeedsScript text="You need JavaScript to confirm your address." />
      <VerifyEmail />
    </div>
  );
}
