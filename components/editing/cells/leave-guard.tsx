import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { Dialog } from "@/components/ui/dialog";
import { DialogActions } from "@/components/ui/dialog-actions";

/** Asks before a page with unsaved cells is left: no draft keeps them. */
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
      // Prevents other guards on the page from asking again.
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
  const stay = () => setGoal(null);
  return (
    <Dialog title="Leave with unsaved cells?" onDismiss={stay}>
      <p>What you typed into these cells is lost when you leave.</p>
      <DialogActions action="Stay" onAct={stay} dismissal="Leave" onDismiss={() => router.push(goal)} />
    </Dialog>
  );
}

/** The URL that a click leads to within this window, if it is another page. */
function addressOf(event: MouseEvent): string | null {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null;
  const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
  // A link that returns to this page after a sign-in.
  if (link?.hasAttribute("data-keeps-draft")) return null;
  if (!(link instanceof HTMLAnchorElement) || link.target === "_blank" || link.hasAttribute("download")) return null;
  const { origin, pathname, search } = new URL(link.href);
  if (origin !== location.origin || pathname === location.pathname) return null;
  return `${pathname}${search}`;
}
