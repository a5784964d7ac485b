import type { Metadata } from "next";
import { requireAdministratorSession } from "@/app/session";
import { AccountChanges } from "@/components/accounts/account-changes";
import { AccountList } from "@/components/accounts/account-list";

export const metadata: Metadata = { title: "Accounts" };

export default async function AccountsPage() {
  await requireAdministratorSession("/dashboard/accounts");
  return (
    <>
      <h1 className="work-title">Accounts</h1>
      <p className="mt-1 mb-6 text-muted">People with accounts and their roles. Changes apply immediately.</p>
      <AccountList />
      <AccountChanges />
    </>
  );
}
