"use client";

import { useEffect, useId, useRef, type ReactNode } from "react";

interface Props {
  title: string;
  children: ReactNode;
  /** Escape, and a click beside it. Absent: only what is in the dialog ends it. */
  onDismiss?: (() => void) | undefined;
  size?: "usual" | "wide";
}

/**
 * The browser's own modal dialog, open as long as it is rendered: what lies behind it is inert, and
 * the focus goes back to where it came from.
 */
export function Dialog({ title, children, onDismiss, size = "usual" }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();

  useEffect(() => {
    const opened = dialog.current;
    const before = document.activeElement;
    opened?.showModal();
    return () => {
      opened?.close();
      // What the dialog did may have taken away what opened it.
      const isThere = before instanceof HTMLElement && before.isConnected;
      (isThere ? before : document.getElementById("content"))?.focus();
    };
  }, []);

  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      onCancel={(event) => {
        // React decides whether it is there.
        event.preventDefault();
        onDismiss?.();
      }}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        // A browser closes a dialog on the second Escape, whatever was said to the first.
        event.preventDefault();
        onDismiss?.();
      }}
      onClose={(event) => {
        // A phone's gesture back asks nobody; React still decides.
        if (event.currentTarget.open || !event.currentTarget.isConnected) return;
        event.currentTarget.showModal();
        onDismiss?.();
      }}
      onPointerDown={(event) => {
        if (event.target === event.currentTarget) onDismiss?.();
      }}
      className={`m-auto max-h-[calc(100dvh-32px)] w-[calc(100vw-32px)] overflow-auto rounded border border-edge bg-raised p-0 text-ink backdrop:bg-veil/60 ${size === "wide" ? "max-w-[960px]" : "max-w-[560px]"}`}
    >
      <div className="grid gap-4 p-6">
        <h2 id={titleId} className="text-2xl font-semibold">
          {title}
        </h2>
        {children}
      </div>
    </dialog>
  );
}
