import { useApiMutation } from "@/components/form/use-api-mutation";
import { sendApi } from "@/lib/client/client.browser";
import type {
  AddedPasskey,
  ChangedFactors,
  PendingApp,
  SecondFactors,
} from "@/lib/accounts/second-factors/schema.browser";
import { createPasskey } from "./passkey-calls";
import { useCachedAccount } from "./use-account";

/** Changes to one's own second factors (contract §23). */

const path = "/account/second-factors";

export function useAddApp() {
  return useApiMutation(async (_input: void) => (await sendApi<PendingApp>("POST", `${path}/totp`)).body);
}

export function useConfirmApp() {
  const account = useCachedAccount();
  return useApiMutation(
    async (confirmation: { code: string }) =>
      (await sendApi<ChangedFactors>("POST", `${path}/totp/confirm`, confirmation)).body,
    { onSuccess: account.refresh },
  );
}

/** Asks the browser for a passkey, and stores it under this name. */
export function useAddPasskey() {
  const account = useCachedAccount();
  return useApiMutation(
    async ({ name }: { name: string }) => {
      const { body: options } = await sendApi<object>("POST", `${path}/passkeys/options`);
      const response = await createPasskey(options);
      return (await sendApi<AddedPasskey>("POST", `${path}/passkeys`, { name, response })).body;
    },
    { onSuccess: account.refresh },
  );
}

/** @param id of a passkey; null: the authenticator app. */
export function useRemoveFactor(id: string | null) {
  const account = useCachedAccount();
  const place = id === null ? "totp" : `passkeys/${encodeURIComponent(id)}`;
  return useApiMutation(async (_input: void) => (await sendApi<SecondFactors>("DELETE", `${path}/${place}`)).body, {
    onSuccess: account.refresh,
  });
}

export function useRenewRecoveryCodes() {
  const account = useCachedAccount();
  return useApiMutation(
    async (_input: void) => (await sendApi<{ recovery_codes: string[] }>("POST", `${path}/recovery-codes`)).body,
    { onSuccess: account.refresh },
  );
}
