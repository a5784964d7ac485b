import type { Metadata } from "next";
import { headers } from "next/headers";
import { UnverifiedAddress } from "@/app/developers/unverified-address";
import { pageInfrastructure } from "@/app/page-infrastructure";
import { serviceOrigin } from "@/app/service-origin";
import { prefetch } from "@/app/prefetch";
import { requireSession, type SearchParams } from "@/app/session";
import { FoundNotices } from "@/components/keys/found-notices";
import { KeyList } from "@/components/keys/key-list";
import { PortalHeading } from "@/components/keys/portal-heading";
import { QuickStart } from "@/components/keys/quick-start";
import { isWorking } from "@/components/keys/key-state";
import { TodayBar } from "@/components/keys/today-bar";
import { usagePath } from "@/components/keys/usage-path";
import { Hydrate } from "@/components/hydrate";
import { NeedsScript } from "@/components/ui/needs-script";
import { newKeyPath } from "@/components/keys/new-key-path";
import { listedKey } from "@/lib/keys/schema";
import { quotaRoute } from "@/lib/service/quota";
import { ownAccountRoute } from "@/lib/portal/account-route";
import { keysRoute } from "@/lib/portal/keys-route";
import { usageRoute } from "@/lib/portal/usage-route";

export const metadata: Metadata = { title: "Developers" };

export default async function DevelopersPage({ searchParams }: { searchParams: SearchParams }) {
  const isNewKeyWanted = (await searchParams)["new"] === "key";
  const { email } = await requireSession(isNewKeyWanted ? newKeyPath : "/developers");
  const { settings, now } = await pageInfrastructure();
  const origin = serviceOrigin(await headers(), settings.NEXTAUTH_URL);
  const answers = await prefetch({ "/keys": keysRoute, "/quota": quotaRoute, "/account": ownAccountRoute });
  const usages = await prefetch(usageRoutes(answers["/keys"]?.body, now()));
  return (
    <div className="page-width py-10">
      <PortalHeading title="Developers" email={email} />
      <NeedsScript text="You need JavaScript to manage API keys." />
      {settings.SMTP_URL && <UnverifiedAddress />}
      <Hydrate answers={{ ...answers, ...usages }}>
        <FoundNotices />
        <section aria-labelledby="today">
          <h2 id="today" className="pb-3 text-2xl font-semibold">
            Today
          </h2>
          <TodayBar />
        </section>
        <KeyList origin={origin} isNewKeyWanted={isNewKeyWanted} />
      </Hydrate>
      <QuickStart origin={origin} />
    </div>
  );
}

/** The daily figures of the active keys: read with the page, they cost no requests. */
function usageRoutes(keys: unknown, now: number) {
  const active = listedKey
    .array()
    .parse(keys ?? [])
    .filter((key) => isWorking(key, now));
  return Object.fromEntries(active.map(({ id }) => [usagePath(id), usageRoute]));
}
