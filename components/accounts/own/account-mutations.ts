import { useQuery } from "@tanstack/react-query";
import { useApiMutation } from "@/components/form/use-api-mutation";
import type { AccountRecord, AccountSession, LinkMeaning } from "@/lib/accounts/schema.browser";
import { RequestError, sendApi } from "@/lib/client/client.browser";
import { accountDeletedPath, loadPage, signedOutPath } from "./load-page";
import { useCachedAccount } from "./use-account";

/** Changes to one's own account (contract §7). */

interface NewAccount {
  email: string;
  password: string;
  name?: string | null | undefined;
}

/** Doesn't sign in. A taken address is reported as an issue of the email field. */
export function useOpenAccount() {
  return useApiMutation((account: NewAccount, signal) =>
    sendApi("POST", "/accounts", account, null, signal).catch((error: unknown) => {
      if (!(error instanceof RequestError) || error.response?.status !== 409) throw error;
      const { response, message } = error;
      throw new RequestError({ ...response, body: { message, issues: [{ path: "email", message }] } });
    }),
  );
}

/** By the token of an invitation or a reset. Doesn't sign in. */
export function useSetPassword() {
  return useApiMutation(
    async (chosen: { token: string; password: string; name?: string | null | undefined }) =>
      (await sendApi<AccountRecord>("POST", "/account/password", chosen)).body,
  );
}

/** What a link of an invitation or a reset is for. */
export function useLinkMeaning(token: string) {
  return useQuery({
    queryKey: ["link", token],
    queryFn: async ({ signal }) => (await sendApi<LinkMeaning>("POST", "/account/link", { token }, null, signal)).body,
    enabled: token !== "",
    retry: false,
    staleTime: Infinity,
  });
}

export function useRequestReset() {
  return useApiMutation((request: { email: string }) => sendApi("POST", "/account/reset", request));
}

/** By the token of an email's link. */
export function useVerifyAddress() {
  return useApiMutation(
    async (token: string) => (await sendApi<AccountRecord>("POST", "/account/verify", { token })).body,
  );
}

export function useSendVerification() {
  const account = useCachedAccount();
  return useApiMutation((_input: void) => sendApi("POST", "/account/verify/letter"), {
    // It was verified in another window.
    onError: () => void account.refresh(),
  });
}

export function useRenameAccount() {
  const account = useCachedAccount();
  return useApiMutation((name: string | null) => sendApi("PUT", "/account", { name }), {
    onSuccess: (_answer, name) => account.change((held) => ({ ...held, name })),
  });
}

export function useChangePassword() {
  const account = useCachedAccount();
  return useApiMutation(
    (change: { password: string; current_password?: string | undefined }) => sendApi("PUT", "/account", change),
    {
      onSuccess: account.refresh,
    },
  );
}

/** Leaves the page, because the session ends with the account. */
export function useDeleteAccount() {
  return useApiMutation(
    (proof: { password?: string | undefined; email?: string | undefined }) => sendApi("DELETE", "/account", proof),
    {
      onSuccess: () => loadPage(accountDeletedPath),
    },
  );
}

export function useEndSession() {
  const account = useCachedAccount();
  return useApiMutation(({ id }: AccountSession) => sendApi("DELETE", `/account/sessions/${encodeURIComponent(id)}`), {
    onSuccess: (_answer, { current }) => (current ? loadPage(signedOutPath) : account.refresh()),
  });
}

export function useEndAllSessions() {
  return useApiMutation((_input: void) => sendApi("DELETE", "/account/sessions"), {
    onSuccess: () => loadPage(signedOutPath),
  });
}

export function useDisconnectProvider() {
  const account = useCachedAccount();
  return useApiMutation(
    (provider: string) => sendApi("DELETE", `/account/identities/${encodeURIComponent(provider)}`),
    { onSuccess: account.refresh },
  );
}
