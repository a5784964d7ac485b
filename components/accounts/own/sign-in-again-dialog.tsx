import { useQueryClient } from "@tanstack/react-query";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { QueryState } from "@/components/ui/query-state";
import type { OwnAccount } from "@/lib/accounts/schema.browser";
import type { SecondFactors } from "@/lib/accounts/second-factors/schema.browser";
import { getApi } from "@/lib/http/client/client.browser";
import { useApi } from "@/lib/http/client/hooks.browser";
import { SignInForm } from "./sign-in-form";

/** Asks the signed-in person for a new sign-in. @param onEnd told whether there was one. */
export function SignInAgainDialog({ onEnd }: { onEnd(isSignedIn: boolean): void }) {
  const account = useApi<OwnAccount>("/account");
  const factors = useApi<SecondFactors>("/account/second-factors");
  const client = useQueryClient();
  const ownAccount = account.data?.body;
  const passkeys = factors.data?.body.passkeys.length ?? 0;

  async function goOn(id: string) {
    const answer = await getApi("/account").catch(() => null);
    // A passkey may be of another account, which must not send the request of this one.
    if ((answer?.body as OwnAccount | null)?.id !== id) return location.reload();
    void client.invalidateQueries({ queryKey: ["account"] });
    onEnd(true);
  }

  return (
    <Dialog title="Sign in again" onDismiss={() => onEnd(false)}>
      <p>This needs a sign-in within the last 10 minutes. What you’ve begun goes on afterwards.</p>
      <QueryState query={account} what="your account" lines={3} />
      {ownAccount && !factors.isPending && (
        <SignInForm
          returnPath={`${location.pathname}${location.search}`}
          providers={
            ownAccount.has_password ? [] : ownAccount.providers.map(({ provider: id, name }) => ({ id, name }))
          }
          known={{ email: ownAccount.email, hasPassword: ownAccount.has_password, hasPasskey: passkeys > 0 }}
          onSignedIn={() => void goOn(ownAccount.id)}
        />
      )}
      <Button look="plain" onClick={() => onEnd(false)}>
        Cancel
      </Button>
    </Dialog>
  );
}
