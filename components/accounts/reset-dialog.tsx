import { FormDialog } from "@/components/form/form-dialog";
import type { ManagedAccount, PasswordLink } from "@/lib/accounts/schema.browser";
import { useAllowReset } from "./use-password-links";

interface Props {
  account: ManagedAccount;
  onDone(link: PasswordLink): void;
  onDismiss(): void;
}

/** Asks before it makes a link with which the bearer takes over the account. */
export function ResetDialog({ account: { id, email }, onDone, onDismiss }: Props) {
  const write = useAllowReset(id);

  async function create() {
    const link = await write.mutate();
    if (link) onDone(link);
  }

  return (
    <FormDialog
      {...{ write, onDismiss }}
      title="Reset password"
      action="Create link"
      doing="Creating…"
      onSubmit={() => void create()}
    >
      <p>
        This creates a link with which <strong className="break-all">{email}</strong> can set a new password. It works
        once, for 24 hours. Their present password works until then.
      </p>
      <p>Anyone who has the link can use it. Make sure that this person asked for it.</p>
    </FormDialog>
  );
}
