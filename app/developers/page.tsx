import type { Metadata } from "next";
import Link from "next/link";
import { pageSettings } from "@/app/page-infrastructure";
import { requestOrigin } from "@/app/service-origin";
import { prefetch } from "@/app/prefetch";
import { requireSession, type SearchParams } from "@/app/session";
import { wholePage } from "@/app/whole-page";
import { KeyList } from "@/components/portal/keys/key-list";
import { PortalHeading } from "@/components/portal/keys/portal-heading";
import { QuickStart } from "@/components/portal/keys/quick-start";
import { isWorking, limitRequestsPath, usagePath } from "@/components/portal/keys/key-state";
import { TodayBar } from "@/components/portal/keys/today-bar";
import { Notices } from "@/components/portal/notices/notices";
import { Hydrate } from "@/components/layout/providers";
import { NeedsScript } from "@/components/ui/needs-script";
import { TitledSection } from "@/components/ui/titled-section";
import { listedKey } from "@/lib/accounts/keys/schema.browser";
import { quotaRoute } from "@/lib/http/service/service-routes";
import { ownLimitRequestsRoute } from "@/lib/accounts/keys/limit-requests/limit-request-routes";
import { keysRoute } from "@/lib/accounts/keys/api/keys-route";
import { noticesRoute } from "@/lib/accounts/keys/api/notices-route";
import { usageRoute } from "@/lib/accounts/keys/api/usage-route";
import { ownAccount } from "@/lib/accounts/schema.browser";
import { ownAccountRoute } from "@/lib/accounts/api/own-account-route";

export const metadata: Metadata = { title: "Developers" };

export default wholePage(async function DevelopersPage({ searchParams }: { searchParams: SearchParams }) {
  const isNewKeyWanted = (await searchParams)["new"] === "key";
  const { email } = await requireSession("/developers");
  const { settings, now } = await pageSettings();
  const answers = await prefetch({ "/keys": keysRoute, "/quota": quotaRoute, "/account/notices": noticesRoute });
  const ofKeys = await prefetch(routesOfKeys(answers["/keys"]?.body, now()));
  return (
    <div className="page-width py-10">
      <PortalHeading title="Developers" email={email} />
      <NeedsScript text="You need JavaScript to manage API keys." />
      {settings.SMTP_URL && <UnverifiedAddress />}
      <Hydrate answers={{ ...answers, ...ofKeys }}>
        <Notices />
        <TitledSection id="today" title="Today" look="pb-3 text-2xl">
          <TodayBar />
        </TitledSection>
        <KeyList isNewKeyWanted={isNewKeyWanted} />
      </Hydrate>
      <QuickStart origin={await requestOrigin()} />
    </div>
  );
});

/** The daily figures and the limit requests of the active keys: read with the page, they cost no requests. */
function routesOfKeys(keys: unknown, now: number) {
  const active = listedKey
    .array()
    .parse(keys ?? [])
    .filter((key) => isWorking(key, now));
  return Object.fromEntries(
    active.flatMap(({ id }) => [
      [usagePath(id), usageRoute],
      [limitRequestsPath(id), ownLimitRequestsRoute],
    ]),
  );
}

/** Says that the reader's address is not confirmed yet, and where to get another link. Otherwise nothing. */
async function UnverifiedAddress() {
  const { "/account": answer } = await prefetch({ "/account": ownAccountRoute });
  const account = ownAccount.safeParse(answer?.body).data;
  if (account?.verified !== false) return null;
  return (
    <p role="note" className="mb-8 rounded border border-gilt p-4 break-words">
      Your email address {account.email} is not confirmed. Use the link in your email, or{" "}
      <Link href="/developers/account" prefetch={false} className="underline underline-offset-4">
        get a new one
      </Link>
      .
    </p>
  );
}
