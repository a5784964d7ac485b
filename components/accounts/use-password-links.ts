import { useApiMutation } from "@/components/form/use-api-mutation";
import type { PasswordLink } from "@/lib/accounts/schema.browser";
import { sendApi } from "@/lib/client/client.browser";
import { useRefreshAccounts } from "./use-accounts";

/** Invites a person; a new invitation of an address replaces the earlier one. */
export function useInvite() {
  const onSuccess = useRefreshAccounts();
  return useApiMutation(
    async (invitation: { email: string; role: string }) =>
      (await sendApi<PasswordLink>("POST", "/accounts/invitations", invitation)).body,
    { onSuccess },
  );
}

/** Creates a link with which the owner of an account sets a new password. */
export function useAllowReset(id: string) {
  const onSuccess = useRefreshAccounts();
  return useApiMutation(
    async (_input: void) => (await sendApi<PasswordLink>("POST", `/accounts/${encodeURIComponent(id)}/reset`)).body,
    { onSuccess },
  );
}
