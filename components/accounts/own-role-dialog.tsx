import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";

interface Props {
  onAgree(): void;
  onDismiss(): void;
}

/** Whoever shuts themselves out can't undo it. */
export function OwnRoleDialog({ onAgree, onDismiss }: Props) {
  return (
    <Dialog title="This is your own account" onDismiss={onDismiss}>
      <p>After this you can’t come back to this page, and only another administrator can undo it.</p>
      <div className="flex flex-wrap gap-3">
        <Button look="primary" onClick={onAgree}>
          Change it all the same
        </Button>
        <Button onClick={onDismiss}>Leave it</Button>
      </div>
    </Dialog>
  );
}
