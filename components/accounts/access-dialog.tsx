import { useState } from "react";
import { ask } from "@/components/form/ask";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { TitledSection } from "@/components/ui/titled-section";
import type { AccountOverview } from "@/lib/accounts/overview/schema.browser";
import { Sessions } from "./sessions";

/** The sessions, keys and second factors of an account, which an administrator can end. */
export function AccessDialog({ account, onDismiss }: { account: AccountOverview; onDismiss(): void }) {
  const { id, email } = account;
  const [keys, setKeys] = useState(account.keys);
  const path = `/accounts/${encodeURIComponent(id)}`;

  async function revokeKeys() {
    const revoked = await ask({
      title: "Revoke all keys",
      text: <p>Programs that use these keys stop working immediately. You can’t undo this.</p>,
      send: ["DELETE", `${path}/keys`],
      doneText: `The keys of ${email} are revoked.`,
      action: ["Revoke now", "Revoking…"],
    });
    if (revoked) setKeys(0);
  }

  /** For a person who lost the app, the passkeys and the recovery codes. */
  const removeFactors = () =>
    ask({
      title: "Remove second factors",
      text: (
        <p>
          The app, the passkeys and the recovery codes end, and the password alone signs in. Make sure that this person
          asked for it.
        </p>
      ),
      send: ["DELETE", `${path}/second-factors`],
      doneText: `${email} has no second factors.`,
      action: ["Remove now", "Removing…"],
    });

  return (
    <Dialog title="Access" onDismiss={onDismiss}>
      <p className="break-all">{email}</p>
      <TitledSection id={`sessions-${id}`} title="Active sessions" level="h3" look="" className="grid gap-3">
        <Sessions path={`${path}/sessions`} />
      </TitledSection>
      <TitledSection id={`keys-${id}`} title="API keys" level="h3" look="" className="grid gap-3">
        <p className="text-sm text-muted">
          {keys === 0 ? "No working keys." : `${keys} working ${keys === 1 ? "key" : "keys"}.`}
        </p>
        {keys > 0 && (
          <div>
            <Button look="danger" onClick={() => void revokeKeys()}>
              Revoke all keys…
            </Button>
          </div>
        )}
      </TitledSection>
      <TitledSection id={`factors-${id}`} title="Second factors" level="h3" look="" className="grid gap-3">
        <div>
          <Button look="danger" onClick={() => void removeFactors()}>
            Remove second factors…
          </Button>
        </div>
      </TitledSection>
      <div>
        <Button look="primary" onClick={onDismiss}>
          Done
        </Button>
      </div>
    </Dialog>
  );
}
