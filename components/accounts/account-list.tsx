"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { Field, SelectField } from "@/components/ui/field";
import { MoreButton } from "@/components/ui/more-button";
import { QueryState } from "@/components/ui/query-state";
import { useTypedQuery } from "@/components/ui/use-typed-query";
import { AccountRow } from "./account-row";
import { assignableRoles, roleBadges } from "./role-labels";
import { useAccounts } from "./use-accounts";

const stateLabels = {
  blocked: "Blocked",
  unverified: "Email not verified",
  "role-to-confirm": "Role to confirm",
} as const;

/** The accounts, newest first, with search, filters and older pages. @param hasMail whether addresses can be verified. */
export function AccountList({ hasMail }: { hasMail: boolean }) {
  const { typed, setTyped, wanted } = useTypedQuery();
  const [role, setRole] = useState("");
  const [state, setState] = useState("");
  const query = useAccounts({ q: wanted, role, state });
  const { data } = query;
  // An account that joined between two pages moves the others down.
  const accounts = [
    ...new Map((data?.pages ?? []).flatMap((page) => page.accounts).map((account) => [account.id, account])).values(),
  ];
  const total = data?.pages[0]?.total ?? 0;

  function showAll() {
    setTyped("");
    setRole("");
    setState("");
  }

  return (
    <section aria-label="All accounts" className="grid gap-4">
      <div className="grid gap-3 sm:grid-cols-[minmax(0,2fr)_minmax(0,1fr)_minmax(0,1fr)]">
        <Field
          label="Search"
          type="search"
          data-shortcut="search"
          value={typed}
          maxLength={100}
          placeholder="Email or name"
          onChange={(event) => setTyped(event.target.value)}
        />
        <SelectField
          label="Role"
          value={role}
          onChange={(event) => setRole(event.target.value)}
          none="All"
          options={assignableRoles.map((one) => [one, roleBadges[one]])}
        />
        <SelectField
          label="State"
          value={state}
          onChange={(event) => setState(event.target.value)}
          none="All"
          options={Object.entries(stateLabels).filter(([name]) => hasMail || name !== "unverified")}
        />
      </div>
      <QueryState query={query} what="accounts" shape="cards" lines={8} />
      {data && (
        <p role="status" className="text-sm text-muted">
          {total.toLocaleString("en-GB")} {total === 1 ? "account" : "accounts"}
        </p>
      )}
      {data && accounts.length === 0 && (
        <EmptyState title="No accounts match your search">
          <Button onClick={showAll}>Show all</Button>
        </EmptyState>
      )}
      {accounts.length > 0 && (
        <ul aria-label="Accounts" className="divide-y divide-line rounded border border-line bg-raised">
          {accounts.map((account) => (
            <AccountRow key={account.id} account={account} hasMail={hasMail} />
          ))}
        </ul>
      )}
      <MoreButton query={query} label="Show more" />
    </section>
  );
}
