import type { Metadata } from "next";
import { pageSettings } from "@/app/page-infrastructure";
import { prefetch } from "@/app/prefetch";
import { requirePagePermission } from "@/app/session";
import { wholePage } from "@/app/whole-page";
import { AccountList } from "@/components/accounts/account-list";
import { FindKey } from "@/components/portal/keys/find-key";
import { InvitationList, InviteButton } from "@/components/accounts/invitations";
import { Hydrate } from "@/components/layout/providers";
import { LimitRequests } from "@/components/portal/limit-requests/limit-requests";
import { invitationsRoute } from "@/lib/accounts/api/password-links-route";
import { limitRequestsRoute } from "@/lib/accounts/keys/limit-requests/limit-request-routes";

const prefetched = { "/limit-requests": limitRequestsRoute, "/accounts/invitations": invitationsRoute };

export const metadata: Metadata = { title: "Accounts" };

export default wholePage(async function AccountsPage() {
  const { settings } = await pageSettings();
  await requirePagePermission("/dashboard/accounts", "manageAccounts");
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-3">
        <h1 className="work-title">Accounts</h1>
        <InviteButton />
      </div>
      <p className="mt-1 mb-6 text-muted">People with accounts and their roles. Changes apply immediately.</p>
      <Hydrate answers={await prefetch(prefetched)}>
        <LimitRequests />
        <InvitationList />
      </Hydrate>
      <AccountList hasMail={settings.SMTP_URL !== undefined} />
      <FindKey />
    </>
  );
});
