import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { Button, type ButtonLook } from "./button";

interface Props {
  /** The label of the main action. Without it there is only the dismiss button. */
  action?: string | undefined;
  /** Its label while it runs. */
  doing?: string;
  /** The state of the write that it sends. */
  write?: { isBusy: boolean; isSlow: boolean; stop(): void } | undefined;
  /** `danger` for what deletes or revokes. Default: `primary`. */
  look?: ButtonLook;
  icon?: LucideIcon;
  /** Without it the button submits the surrounding form. */
  onAct?: (() => void) | undefined;
  /** Not yet possible, as while it runs: the button keeps its focus but does nothing. */
  isDisabled?: boolean;
  dismissal?: string;
  onDismiss(): void;
  /** Status beside the buttons. */
  children?: ReactNode;
}

/** The button row of a dialog, always in sight: the main action and the dismiss button. */
export function DialogActions({
  action,
  doing = action,
  write,
  look = "primary",
  icon,
  onAct,
  isDisabled = false,
  dismissal = "Cancel",
  onDismiss,
  children,
}: Props) {
  const cannotAct = isDisabled || write?.isBusy === true;
  return (
    <div className="sticky bottom-0 z-10 -mx-6 -mb-6 flex flex-wrap items-center gap-3 bg-floating px-6 pt-2 pb-6">
      {action !== undefined && (
        <Button
          type={onAct ? "button" : "submit"}
          look={look}
          icon={icon}
          aria-disabled={cannotAct}
          onClick={(event) => {
            // The second half of a double click must not press what the first half has brought here.
            if (event.detail > 1) event.preventDefault();
            else if (!cannotAct) onAct?.();
          }}
        >
          {write?.isBusy ? doing : action}
        </Button>
      )}
      <Button onClick={onDismiss}>{dismissal}</Button>
      {write && <SlowNotice isSlow={write.isSlow} stop={write.stop} />}
      {children}
    </div>
  );
}

/** Shown while a request takes long, with a button to stop waiting. */
export function SlowNotice({ isSlow, stop }: { isSlow: boolean; stop(): void }) {
  return (
    <>
      <span role="status" className="text-sm text-muted">
        {isSlow && "Still trying…"}
      </span>
      {isSlow && <Button onClick={stop}>Stop</Button>}
    </>
  );
}
