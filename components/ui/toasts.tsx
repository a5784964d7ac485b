import Link from "next/link";
import { useEffect, useRef, useState, type FocusEvent, type ReactNode } from "react";
import { Button, buttonClass } from "./button";

export interface Toast {
  text: ReactNode;
  /** An action, such as Undo. */
  action?: { label: string; run: () => void };
  /** The next step on another page. */
  link?: { label: string; href: string };
  /** The subject, such as `shows/hamilton`, by which the toast can be withdrawn. */
  about?: string;
}

/** Long enough to read and to reach the button; later the history offers the same Undo. */
const shownMilliseconds = 10_000;
const maxShown = 3;

type ShownToast = Toast & { id: number };

/** The toasts of the page that is shown, the newest last. A page without a place for them shows none. */
const page = { lastId: 0, change: (_next: (shown: readonly ShownToast[]) => readonly ShownToast[]): void => undefined };

/** Shows a notification without blocking the page, in place of an earlier one about the same. */
export function showToast(toast: Toast): void {
  page.lastId += 1;
  const added = { ...toast, id: page.lastId };
  const isOther = ({ about }: Toast) => about === undefined || about !== toast.about;
  page.change((shown) => [...shown.filter(isOther), added].slice(-maxShown));
}

/** Withdraws earlier toasts about a subject that changes again. */
export function withdrawToasts(about: string): void {
  page.change((shown) => shown.filter((toast) => toast.about !== about));
}

function remove(id: number): void {
  page.change((shown) => shown.filter((toast) => toast.id !== id));
}

/** Draws what `showToast` shows. */
export function Toasts() {
  const [shown, setShown] = useState<readonly ShownToast[]>([]);
  useEffect(() => {
    const { change } = page;
    page.change = setShown;
    return () => {
      page.change = change;
    };
  }, []);
  return (
    <div
      role="status"
      aria-label="Notifications"
      className="pointer-events-none fixed inset-x-0 bottom-0 z-20 grid justify-items-center gap-2 p-4"
    >
      {shown.map((toast) => (
        <ToastRow key={toast.id} toast={toast} />
      ))}
    </div>
  );
}

function ToastRow({ toast }: { toast: ShownToast }) {
  const { id, text, action, link } = toast;
  const [isPointedAt, setIsPointedAt] = useState(false);
  const [isFocused, setIsFocused] = useState(false);
  const isHeld = isPointedAt || isFocused;
  const cameFrom = useRef<Element | null>(null);

  useEffect(() => {
    if (isHeld) return;
    const timer = setTimeout(() => remove(id), shownMilliseconds);
    return () => clearTimeout(timer);
  }, [isHeld, id]);

  function entered({ currentTarget, relatedTarget }: FocusEvent) {
    setIsFocused(true);
    if (!currentTarget.contains(relatedTarget)) cameFrom.current = relatedTarget;
  }

  /** Returns the focus to where it was: otherwise it would be lost with the button. */
  function close() {
    const isThere = cameFrom.current instanceof HTMLElement && cameFrom.current.isConnected;
    (isThere ? (cameFrom.current as HTMLElement) : document.getElementById("content"))?.focus({ preventScroll: true });
    remove(id);
  }

  return (
    <div
      className="pointer-events-auto flex max-w-[640px] items-center max-sm:flex-wrap max-sm:[&>:last-child]:-order-1 gap-3 rounded border border-edge bg-floating p-2 pl-4 text-sm [&>:not(span)]:shrink-0"
      onPointerEnter={() => setIsPointedAt(true)}
      onPointerLeave={() => setIsPointedAt(false)}
      onFocus={entered}
      onBlur={() => setIsFocused(false)}
    >
      <span className="min-w-0 grow break-words max-sm:-order-2 max-sm:basis-[calc(100%-3.75rem)]">{text}</span>
      {link && (
        <Link href={link.href} prefetch={false} className={buttonClass("quiet")} onClick={() => remove(id)}>
          {link.label}
        </Link>
      )}
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
      <Button look="plain" aria-label="Dismiss notification" onClick={close}>
        <span aria-hidden="true">✕</span>
      </Button>
    </div>
  );
}
