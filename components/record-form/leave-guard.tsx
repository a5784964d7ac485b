"use client";

import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { Dialog } from "@/components/ui/dialog";
import { DialogActions } from "@/components/ui/dialog-actions";

/** Says, before a page is left, that something on it is not saved. */
export function LeaveGuard({ isNeeded }: { isNeeded: boolean }) {
  const router = useRouter();
  const [goal, setGoal] = useState<string | null>(null);

  useEffect(() => {
    if (!isNeeded) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    const hold = (event: MouseEvent) => {
      const address = addressOf(event);
      if (address === null) return;
      event.preventDefault();
      // Nor do other parts of the page ask again.
      event.stopImmediatePropagation();
      setGoal(address);
    };
    window.addEventListener("beforeunload", ask);
    document.addEventListener("click", hold, true);
    return () => {
      window.removeEventListener("beforeunload", ask);
      document.removeEventListener("click", hold, true);
    };
  }, [isNeeded]);

  if (goal === null) return null;
  return (
    <Dialog title="Leave with unsaved changes?" onDismiss={() => setGoal(null)}>
      <p>Your draft stays in this browser until you come back. Only you can see it.</p>
      <DialogActions
        action="Stay"
        onAct={() => setGoal(null)}
        dismissal="Leave and keep draft"
        onDismiss={() => router.push(goal)}
      />
    </Dialog>
  );
}

/** Where a click leads within this window, if it leads anywhere else. */
function addressOf(event: MouseEvent): string | null {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null;
  const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
  // A link that comes back to this page leaves the draft in place.
  if (link?.hasAttribute("data-keeps-draft")) return null;
  if (!(link instanceof HTMLAnchorElement) || link.target === "_blank" || link.hasAttribute("download")) return null;
  const { origin, pathname, search } = new URL(link.href);
  if (origin !== location.origin || pathname === location.pathname) return null;
  return `${pathname}${search}`;
}
