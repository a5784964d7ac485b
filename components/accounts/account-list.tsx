"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { Field, SelectField } from "@/components/ui/field";
import { RemoteList } from "@/components/ui/remote-list";
import { textSchema, useSearchState, withoutEmpty } from "@/components/ui/use-search-state";
import { usePausedText } from "@/components/ui/use-paused-text";
import type { AccountSearchPage } from "@/lib/accounts/overview/schema.browser";
import { getApi, RequestError } from "@/lib/http/client/client.browser";
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
  const query = useAccounts({ ...narrowing, q: usePausedText(q) });
  const { data } = query;
  // An account that joined between two pages moves the others down.
  const accounts = [
    ...new Map((data?.pages ?? []).flatMap((page) => page.accounts).map((account) => [account.id, account])).values(),
  ];
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

/** Accounts that match, newest first. @param narrowing the parameters of `GET /accounts/search`; empty ones are left out. */
function useAccounts(narrowing: Readonly<Record<string, string>>) {
  const query = withoutEmpty(narrowing);
  return useInfiniteQuery<AccountSearchPage, RequestError, { pages: AccountSearchPage[] }, string[], string>({
    queryKey: ["accounts", "search", query.toString()],
    initialPageParam: "",
    // The accounts that were found last stay until the next are there.
    placeholderData: (before) => before,
    queryFn: async ({ pageParam: cursor }) => {
      const parameters = withoutEmpty({ ...Object.fromEntries(query), cursor });
      const answer = await getApi(`/accounts/search?${parameters}`).catch(() => null);
      if (answer?.status !== 200) throw new RequestError(answer);
      return answer.body as AccountSearchPage;
    },
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
  });
}
