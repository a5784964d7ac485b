"use client";

import { useDeferredValue, useState } from "react";
import { createMatcher, nameKey } from "@/lib/search/matching";
import { trusted } from "@/components/trusted";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { Field } from "@/components/ui/field";
import { QueryState } from "@/components/ui/query-state";
import type { ManagedAccount } from "@/lib/accounts/schema";
import { useApi } from "@/lib/client/hooks";
import { AccountRow } from "./account-row";

/** All accounts. For administrators. */
export function AccountList() {
  const { data, error, refetch } = useApi("/accounts", trusted<ManagedAccount[]>());
  const [typed, setTyped] = useState("");
  const wanted = useDeferredValue(typed);
  if (!data)
    return (
      <QueryState
        query={{ data, error, refetch }}
        shape="cards"
        lines={8}
        label="Loading accounts…"
        title="Accounts can’t be loaded"
      />
    );
  const found = data.body.filter(createFilter(wanted));
  return (
    <div className="grid gap-4">
      <Field
        label="Search"
        type="search"
        data-shortcut="search"
        value={typed}
        placeholder="Email, name or role"
        onChange={(event) => setTyped(event.target.value)}
      />
      <p role="status" className="text-sm text-muted">
        {typed === "" ? "" : `${found.length.toLocaleString("en-GB")} of `}
        {data.body.length.toLocaleString("en-GB")} {data.body.length === 1 ? "account" : "accounts"}
      </p>
      {found.length === 0 ? (
        <EmptyState title="No accounts match your search">
          <Button onClick={() => setTyped("")}>Show all</Button>
        </EmptyState>
      ) : (
        <ul aria-label="Accounts" className="divide-y divide-line rounded border border-line bg-raised">
          {found.map((account) => (
            <AccountRow key={account.id} account={account} />
          ))}
        </ul>
      )}
    </div>
  );
}

/** An address is searched for as it is written; words are parts of addresses, names and roles. */
function createFilter(wanted: string): (account: ManagedAccount) => boolean {
  const address = wanted.trim().toLowerCase();
  if (address.includes("@")) return ({ email }) => email.includes(address);
  const matches = createMatcher(wanted);
  return ({ email, name, role }) => matches(nameKey(`${email} ${name ?? ""} ${role}`));
}
