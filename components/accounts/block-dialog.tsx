import { Ban } from "lucide-react";
import { Dialog } from "@/components/ui/dialog";
import { DialogActions } from "@/components/ui/dialog-actions";

interface Props {
  email: string;
  isOwn: boolean;
  onAgree(): void;
  onDismiss(): void;
}

export function BlockDialog({ email, isOwn, onAgree, onDismiss }: Props) {
  return (
    <Dialog title="Block account" onDismiss={onDismiss}>
      <p>
        <strong className="break-all">{email}</strong> is signed out everywhere and can’t sign in. Its API keys are
        refused until you unblock it.
      </p>
      {isOwn && <p>This is your own account. Only another administrator can unblock it.</p>}
      <DialogActions look="danger" icon={Ban} action="Block" onAct={onAgree} onDismiss={onDismiss} />
    </Dialog>
  );
}
