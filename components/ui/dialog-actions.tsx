import type { ReactNode } from "react";
import { Button } from "./button";

interface Props {
  /** What is done, or that it is being done; absent: there is nothing to do but to dismiss. */
  action?: string | undefined;
  /** Absent: the button submits the form that it stands in. */
  onAct?: (() => void) | undefined;
  /** Being done, or not yet possible: the button can have the focus, and does nothing. */
  isDisabled?: boolean;
  dismissal?: string;
  onDismiss(): void;
  /** How it goes. */
  children?: ReactNode;
}

/** The last row of a dialog: what it is there to do, and the way out. */
export function DialogActions({ action, onAct, isDisabled = false, dismissal = "Cancel", onDismiss, children }: Props) {
  return (
    <div className="flex flex-wrap items-center gap-3">
      {action !== undefined && (
        <Button
          type={onAct ? "button" : "submit"}
          look="primary"
          aria-disabled={isDisabled}
          onClick={() => {
            if (!isDisabled) onAct?.();
          }}
        >
          {action}
        </Button>
      )}
      <Button onClick={onDismiss}>{dismissal}</Button>
      {children}
    </div>
  );
}
