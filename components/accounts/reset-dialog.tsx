import { WriteError } from "@/components/account/write-error";
import { Dialog } from "@/components/ui/dialog";
import { DialogActions } from "@/components/ui/dialog-actions";
import type { ManagedAccount, PasswordLink } from "@/lib/accounts/schema";
import { useAllowReset } from "./use-password-links";

interface Props {
  account: ManagedAccount;
  onDone(link: PasswordLink): void;
  onDismiss(): void;
}

/** Asks before it makes a link with which the bearer takes over the account. */
export function ResetDialog({ account: { id, email }, onDone, onDismiss }: Props) {
  const { mutate, isBusy, error } = useAllowReset(id);

  async function create() {
    const link = await mutate();
    if (link) onDone(link);
  }

  return (
    <Dialog title="Reset password" onDismiss={onDismiss}>
      <p>
        This creates a link with which <strong className="break-all">{email}</strong> can set a new password. It works
        once, for 24 hours. Their present password works until then.
      </p>
      <p>Anyone who has the link can use it. Make sure that this person asked for it.</p>
      <WriteError error={error} />
      <DialogActions
        action={isBusy ? "Creating…" : "Create link"}
        onAct={() => void create()}
        isDisabled={isBusy}
        onDismiss={onDismiss}
      />
    </Dialog>
  );
}
