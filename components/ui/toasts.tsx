import Link from "next/link";
import {
  createContext,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
  type FocusEvent,
  type ReactNode,
} from "react";
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

interface Toasts {
  say(toast: Toast): void;
  /** Withdraws the toasts about a subject. */
  retract(about: string): void;
}

/** Long enough to read and to reach the button; later the history offers the same Undo. */
const shownMilliseconds = 10_000;
const maxShown = 3;

const ToastContext = createContext<Toasts>({ say: () => {}, retract: () => {} });

/** Shows notifications without blocking the page. */
export function useToast() {
  return useContext(ToastContext).say;
}

/** Withdraws earlier toasts about something that changes again. */
export function useDismissToast() {
  return useContext(ToastContext).retract;
}

export function ToastProvider({ children }: { children: ReactNode }) {
  const [toasts, setToasts] = useState<readonly (Toast & { id: number })[]>([]);
  const nextId = useRef(0);
  const say = useCallback((toast: Toast) => {
    nextId.current += 1;
    const id = nextId.current;
    const isOther = ({ about }: Toast) => about === undefined || about !== toast.about;
    setToasts((shown) => [...shown.filter(isOther), { ...toast, id }].slice(-maxShown));
  }, []);
  const retract = useCallback(
    (about: string) => setToasts((shown) => shown.filter((toast) => toast.about !== about)),
    [],
  );
  const remove = useCallback((id: number) => setToasts((shown) => shown.filter((toast) => toast.id !== id)), []);
  const value = useMemo(() => ({ say, retract }), [say, retract]);
  return (
    <ToastContext value={value}>
      {children}
      <div
        role="status"
        aria-label="Notifications"
        className="pointer-events-none fixed inset-x-0 bottom-0 z-20 grid justify-items-center gap-2 p-4"
      >
        {toasts.map((toast) => (
          <ToastRow key={toast.id} toast={toast} remove={remove} />
        ))}
      </div>
    </ToastContext>
  );
}

function ToastRow({ toast, remove }: { toast: Toast & { id: number }; remove(id: number): void }) {
  const { id, text, action, link } = toast;
  const [isPointedAt, setIsPointedAt] = useState(false);
  const [isFocused, setIsFocused] = useState(false);
  const isHeld = isPointedAt || isFocused;
  const cameFrom = useRef<Element | null>(null);

  useEffect(() => {
    if (isHeld) return;
    const timer = setTimeout(() => remove(id), shownMilliseconds);
    return () => clearTimeout(timer);
  }, [isHeld, remove, id]);

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
