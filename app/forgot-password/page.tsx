import type { Metadata } from "next";
import { pageSettings } from "@/app/page-infrastructure";
import { ForgotPasswordForm } from "@/components/accounts/own/forgot-password-form";
import { NeedsScript } from "@/components/ui/needs-script";
import { TextLink } from "@/components/ui/text-link";

export const metadata: Metadata = { title: "Forgot your password?", robots: { index: false } };

export default async function ForgotPasswordPage() {
  const { settings } = await pageSettings();
  const contact = settings.ADMIN_EMAIL ? `mailto:${settings.ADMIN_EMAIL}` : settings.SECURITY_CONTACT;
  return (
    <div className="page-width max-w-[480px] py-16">
      <h1 className="text-4xl font-semibold">Forgot your password?</h1>
      {settings.SMTP_URL ? (
        <>
          <p className="mt-4 text-muted">We’ll email you a link to set a new one.</p>
          <NeedsScript text="You need JavaScript to ask for a link." />
          <ForgotPasswordForm />
        </>
      ) : (
        <p className="mt-4 text-muted">
          This service doesn’t send email. Ask{" "}
          {contact ? (
            <a href={contact} className="text-ink underline underline-offset-4 break-words">
              {contact.replace(/^mailto:/, "")}
            </a>
          ) : (
            "an administrator"
          )}{" "}
          for a reset link.
        </p>
      )}
      <p className="mt-8">
        <TextLink href="/sign-in">Back to sign-in</TextLink>
      </p>
    </div>
  );
}
