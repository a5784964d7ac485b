"use client";

import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { Field, SelectField } from "@/components/ui/field";
import { RemoteList } from "@/components/ui/remote-list";
import { textSchema, useSearchState, withoutEmpty } from "@/components/ui/use-search-state";
import { usePages } from "@/components/ui/use-pages";
import { usePausedText } from "@/components/ui/use-paused-text";
import type { AccountSearchPage } from "@/lib/accounts/overview/schema.browser";
import { AccountRow } from "./account-row";
import { assignableRoles, roleBadges } from "./role-labels";

const stateLabels = {
  blocked: "Blocked",
  unverified: "Email not verified",
  "role-to-confirm": "Role to confirm",
} as const;

const narrowingSchema = textSchema({ q: "", role: "", state: "" });

/** The accounts, newest first, with search, filters and older pages. @param hasMail whether addresses can be verified. */
export function AccountList({ hasMail }: { hasMail: boolean }) {
  const [narrowing, setNarrowing] = useSearchState(narrowingSchema);
  const { q, role, state } = narrowing;
  const pathOf = (more: Readonly<Record<string, string>>) =>
    `/accounts/search?${withoutEmpty({ ...narrowing, ...more })}`;
  const paused = { q: usePausedText(q) };
  const query = usePages<AccountSearchPage>(pathOf(paused), {
    nextOf: ({ body: { next_cursor: cursor } }) => cursor && pathOf({ ...paused, cursor }),
    areKept: true,
  });
  const { data } = query;
  const accounts = data?.pages.flatMap((page) => page.accounts) ?? [];
  const total = data?.pages[0]?.total ?? 0;

  return (
    <section aria-label="All accounts" className="grid gap-4">
      <div className="grid gap-3 sm:grid-cols-[minmax(0,2fr)_minmax(0,1fr)_minmax(0,1fr)]">
        <Field
          label="Search"
          type="search"
          data-shortcut="search"
          value={q}
          maxLength={100}
          placeholder="Email or name"
          onChange={(event) => setNarrowing({ ...narrowing, q: event.target.value }, { isTyping: true })}
        />
        <SelectField
          label="Role"
          value={role}
          onChange={(event) => setNarrowing({ ...narrowing, role: event.target.value })}
          none="All"
          options={assignableRoles.map((option) => [option, roleBadges[option]])}
        />
        <SelectField
          label="State"
          value={state}
          onChange={(event) => setNarrowing({ ...narrowing, state: event.target.value })}
          none="All"
          options={Object.entries(stateLabels).filter(([name]) => hasMail || name !== "unverified")}
        />
      </div>
      {data && (
        <p role="status" className="text-sm text-muted">
          {total.toLocaleString("en-GB")} {total === 1 ? "account" : "accounts"}
        </p>
      )}
      <RemoteList
        query={query}
        items={accounts}
        what="accounts"
        label="Accounts"
        shape="cards"
        lines={8}
        empty={
          <EmptyState title="No accounts match your search">
            <Button onClick={() => setNarrowing({ q: "", role: "", state: "" })}>Show all</Button>
          </EmptyState>
        }
        more="Show more"
        row={(account) => <AccountRow account={account} hasMail={hasMail} />}
      />
    </section>
  );
}
