"use client";

import { useRouter } from "next/navigation";
import { Dialog } from "@/components/ui/dialog";
import { DialogActions } from "@/components/ui/dialog-actions";

/** Asks before a page with unsaved changes is left. @param goal the URL of the next page. */
export function LeaveDialog({ goal, onStay }: { goal: string; onStay(): void }) {
  const router = useRouter();
  return (
    <Dialog title="Leave with unsaved changes?" onDismiss={onStay}>
      <p>Your draft stays in this browser until you come back. Only you can see it.</p>
      <DialogActions
        action="Stay"
        onAct={onStay}
        dismissal="Leave and keep draft"
        onDismiss={() => router.push(goal)}
      />
    </Dialog>
  );
}
