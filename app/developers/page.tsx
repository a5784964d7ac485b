import type { Metadata } from "next";
import { headers } from "next/headers";
import { pageInfrastructure } from "@/app/page-infrastructure";
import { serviceOrigin } from "@/app/service-origin";
import { prefetch } from "@/app/prefetch";
import { requireSession } from "@/app/session";
import { FoundNotices } from "@/components/keys/found-notices";
import { KeyList } from "@/components/keys/key-list";
import { PortalHeading } from "@/components/keys/portal-heading";
import { QuickStart } from "@/components/keys/quick-start";
import { TodayBar } from "@/components/keys/today-bar";
import { Hydrate } from "@/components/hydrate";
import { NeedsScript } from "@/components/ui/needs-script";
import { quotaRoute } from "@/lib/service/quota";
import { ownAccountRoute } from "@/lib/portal/account-route";
import { keysRoute } from "@/lib/portal/keys-route";

export const metadata: Metadata = { title: "Developers" };

export default async function DevelopersPage() {
  const { email } = await requireSession("/developers");
  const { settings } = await pageInfrastructure();
  const origin = serviceOrigin(await headers(), settings.NEXTAUTH_URL);
  const answers = await prefetch({ "/keys": keysRoute, "/quota": quotaRoute, "/account": ownAccountRoute });
  return (
    <div className="page-width py-10">
      <PortalHeading title="Developers" email={email} />
      <NeedsScript text="You need JavaScript to manage API keys." />
      <Hydrate answers={answers}>
        <FoundNotices />
        <section aria-labelledby="today">
          <h2 id="today" className="pb-3 text-2xl font-semibold">
            Today
          </h2>
          <TodayBar />
        </section>
        <KeyList origin={origin} />
      </Hydrate>
      <QuickStart origin={origin} />
    </div>
  );
}
