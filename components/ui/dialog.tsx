import { useEffect, useId, useRef, useState, type ReactNode } from "react";
import { isComposing } from "./is-typing";

interface Props {
  title: ReactNode;
  children: ReactNode;
  /** Called on Escape and on a click on the backdrop. Without it only the content can close the dialog, which the dialog then says. */
  onDismiss?: (() => void) | undefined;
  size?: "usual" | "wide";
}

/** A native modal dialog, open while it is rendered: the page is inert, and the focus returns to where it was. */
export function Dialog({ title, children, onDismiss, size = "usual" }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const [isHeld, setHeld] = useState(false);
  const dismiss = () => (onDismiss ? onDismiss() : setHeld(true));

  useEffect(() => {
    const opened = dialog.current;
    const before = document.activeElement;
    opened?.showModal();
    // The browser scrolls to what it focuses, past the title.
    opened?.scrollTo(0, 0);
    return () => {
      opened?.close();
      // The action may have removed the element that opened the dialog.
      const isThere = before instanceof HTMLElement && before.isConnected;
      (isThere ? before : document.getElementById("content"))?.focus();
    };
  }, []);

  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      onCancel={(event) => {
        // React controls whether the dialog is open.
        event.preventDefault();
        dismiss();
      }}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || isComposing(event.nativeEvent)) return;
        // Browsers close a dialog on the second Escape even if the first was prevented.
        event.preventDefault();
        dismiss();
      }}
      onClose={(event) => {
        // The back gesture can't be prevented; React still controls the dialog.
        if (event.currentTarget.open || !event.currentTarget.isConnected) return;
        event.currentTarget.showModal();
        dismiss();
      }}
      onPointerDown={(event) => {
        // The backdrop belongs to the dialog, and so does its scrollbar.
        const { left, right, top, bottom } = event.currentTarget.getBoundingClientRect();
        const { clientX: x, clientY: y } = event;
        if (x < left || x > right || y < top || y > bottom) dismiss();
      }}
      className={`m-auto max-h-[calc(100dvh-32px)] w-[calc(100vw-32px)] scroll-pb-32 overflow-auto rounded border border-edge bg-floating p-0 text-ink backdrop:bg-veil/60 ${size === "wide" ? "max-w-[960px]" : "max-w-[560px]"}`}
    >
      <div className="grid gap-4 p-6">
        <h2 id={titleId} className="text-2xl font-semibold">
          {title}
        </h2>
        {children}
        <p role="status" className="text-sm text-muted empty:-mt-4">
          {isHeld && !onDismiss && "Close this with one of its buttons, so that nothing is lost by mistake."}
        </p>
      </div>
    </dialog>
  );
}
