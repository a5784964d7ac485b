import type { Metadata } from "next";
import { pageSettings } from "@/app/page-infrastructure";
import { requireAnySession } from "@/app/session";
import { wholePage } from "@/app/whole-page";
import { AccountSections } from "@/components/accounts/own/account-sections";
import { PortalHeading } from "@/components/portal/keys/portal-heading";
import { NeedsScript } from "@/components/ui/needs-script";
import { externalProviders } from "@/lib/accounts/sign-in/providers";
import { lacksSecondFactor } from "@/lib/http/access/staff";

export const metadata: Metadata = { title: "Your account" };

export default wholePage(async function AccountPage() {
  const session = await requireAnySession("/developers/account");
  const { email } = session;
  const { settings } = await pageSettings();
  return (
    <div className="page-width min-h-dvh py-10">
      <PortalHeading title="Your account" email={email} />
      <NeedsScript text="You need JavaScript to see and change your account." />
      <AccountSections
        providers={externalProviders(settings).map(({ id, name }) => ({ id, name }))}
        hasMail={settings.SMTP_URL !== undefined}
        isFactorRequired={lacksSecondFactor(session, settings)}
      />
    </div>
  );
});
