"use client";

import dynamic from "next/dynamic";
import { useEffect, useState } from "react";

const loadDialog = () => import("./leave-dialog").then(({ LeaveDialog }) => LeaveDialog);
const LeaveDialog = dynamic(loadDialog, { ssr: false });

/** Warns about unsaved changes before the page is left. */
export function LeaveGuard({ isNeeded }: { isNeeded: boolean }) {
  const [goal, setGoal] = useState<string | null>(null);

  useEffect(() => {
    if (!isNeeded) return;
    void loadDialog().catch(() => undefined);
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

  return goal === null ? null : <LeaveDialog goal={goal} onStay={() => setGoal(null)} />;
}

/** The URL that a click leads to within this window, if it is another page. */
function addressOf(event: MouseEvent): string | null {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null;
  const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
  // A link that returns to this page keeps the draft.
  if (link?.hasAttribute("data-keeps-draft")) return null;
  if (!(link instanceof HTMLAnchorElement) || link.target === "_blank" || link.hasAttribute("download")) return null;
  const { origin, pathname, search } = new URL(link.href);
  if (origin !== location.origin || pathname === location.pathname) return null;
  return `${pathname}${search}`;
}
