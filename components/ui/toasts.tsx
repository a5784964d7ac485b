"use client";

import { createContext, useCallback, useContext, useEffect, useMemo, useState, type ReactNode } from "react";
import { Button } from "./button";

export interface Toast {
  text: string;
  /** A way on, or back. */
  action?: { label: string; run: () => void };
}

const shownMilliseconds = 8_000;
/** Somebody who may still want to undo something needs longer to read it, and to reach it. */
const shownWithActionMilliseconds = 20_000;

const ToastContext = createContext<(toast: Toast) => void>(() => {});

/** Says what has just happened, without being in the way. */
export function useToast() {
  return useContext(ToastContext);
}

export function ToastProvider({ children }: { children: ReactNode }) {
  const [toasts, setToasts] = useState<(Toast & { id: number })[]>([]);
  const say = useCallback(
    (toast: Toast) => setToasts((shown) => [...shown, { ...toast, id: (shown.at(-1)?.id ?? 0) + 1 }]),
    [],
  );
  const remove = useCallback((id: number) => setToasts((shown) => shown.filter((toast) => toast.id !== id)), []);
  const rows = useMemo(() => toasts.slice(-3), [toasts]);
  return (
    <ToastContext value={say}>
      {children}
      <div
        role="status"
        aria-label="What has just happened"
        className="pointer-events-none fixed inset-x-0 bottom-0 z-20 grid justify-items-center gap-2 p-4"
      >
        {rows.map((toast) => (
          <ToastRow key={toast.id} toast={toast} close={() => remove(toast.id)} />
        ))}
      </div>
    </ToastContext>
  );
}

function ToastRow({ toast: { text, action }, close }: { toast: Toast; close: () => void }) {
  const [isHeld, setIsHeld] = useState(false);

  useEffect(() => {
    if (isHeld) return;
    const timer = setTimeout(close, action ? shownWithActionMilliseconds : shownMilliseconds);
    return () => clearTimeout(timer);
  });

  return (
    <div
      className="pointer-events-auto flex max-w-[640px] items-center gap-3 rounded border border-edge bg-raised p-2 pl-4 text-sm"
      onPointerEnter={() => setIsHeld(true)}
      onPointerLeave={() => setIsHeld(false)}
      onFocus={() => setIsHeld(true)}
      onBlur={() => setIsHeld(false)}
    >
      <span className="grow">{text}</span>
      {action && (
        <Button
          onClick={() => {
            close();
            action.run();
          }}
        >
          {action.label}
        </Button>
      )}
      <Button look="plain" aria-label="Close this notice" onClick={close}>
        <span aria-hidden="true">✕</span>
      </Button>
    </div>
  );
}
