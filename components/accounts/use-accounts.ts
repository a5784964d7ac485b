import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useApiMutation } from "@/components/form/use-api-mutation";
import type { AccountOverview, AccountSearchPage } from "@/lib/accounts/overview/schema.browser";
import type { AccountSession, PendingInvitation } from "@/lib/accounts/schema.browser";
import { RequestError, getApi, sendApi } from "@/lib/client/client.browser";
import { useApi } from "@/lib/client/hooks.browser";

/** Queries and changes of the accounts page. Their keys begin with `accounts`, so that each change refetches them all. */

/** Accounts that match, newest first. @param narrowing the parameters of `GET /accounts/search`; empty ones are left out. */
export function useAccounts(narrowing: Readonly<Record<string, string>>) {
  const query = new URLSearchParams(Object.entries(narrowing).filter(([, value]) => value !== ""));
  return useInfiniteQuery<AccountSearchPage, RequestError, { pages: AccountSearchPage[] }, string[], string | null>({
    queryKey: ["accounts", "search", query.toString()],
    initialPageParam: null,
    // The accounts that were found last stay until the next are there.
    placeholderData: (before) => before,
    queryFn: async ({ pageParam }) => {
      const next = new URLSearchParams([...query, ...(pageParam === null ? [] : [["cursor", pageParam]])]);
      const answer = await getApi(`/accounts/search${next.size > 0 ? `?${next}` : ""}`).catch(() => null);
      if (answer?.status !== 200) throw new RequestError(answer);
      return answer.body as AccountSearchPage;
    },
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
  });
}

export function useInvitations() {
  return useApi<PendingInvitation[]>("/accounts/invitations");
}

export function useWithdrawInvitation() {
  const onSuccess = useRefreshAccounts();
  return useApiMutation(({ id }: PendingInvitation) => sendApi("DELETE", `/invitations/${encodeURIComponent(id)}`), {
    onSuccess,
  });
}

export function useAccountSessions(id: string) {
  return useApi<AccountSession[]>(`/accounts/${encodeURIComponent(id)}/sessions`);
}

/** Ends one session, or all. */
export function useEndAccountSessions(id: string) {
  const onSuccess = useRefreshAccounts();
  return useApiMutation(
    (session: AccountSession | null) => {
      const one = session === null ? "" : `/${encodeURIComponent(session.id)}`;
      return sendApi("DELETE", `/accounts/${encodeURIComponent(id)}/sessions${one}`);
    },
    { onSuccess },
  );
}

export function useRevokeAccountKeys({ id }: AccountOverview) {
  const onSuccess = useRefreshAccounts();
  return useApiMutation((_input: void) => sendApi("DELETE", `/accounts/${encodeURIComponent(id)}/keys`), { onSuccess });
}

export function useRemoveAccountFactors(id: string) {
  const onSuccess = useRefreshAccounts();
  return useApiMutation((_input: void) => sendApi("DELETE", `/accounts/${encodeURIComponent(id)}/second-factors`), {
    onSuccess,
  });
}

/** Refetches accounts, invitations, keys and the security log. */
export function useRefreshAccounts(): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    await Promise.all(
      [["accounts"], ["account-keys"], ["security-log"]].map((queryKey) => client.invalidateQueries({ queryKey })),
    );
  };
}
