import Link from "next/link";
import { useEffect, useRef, type ReactNode } from "react";
import type { RequestError } from "@/lib/http/client/client.browser";
import { sessionEndedMessage } from "@/lib/http/client/daily-limit.browser";
import { Button, buttonClass } from "./button";

interface Props {
  title: string;
  /** What went wrong, and what to do about it. */
  text: string;
  requestId?: string | null | undefined;
  retry?: (() => void) | undefined;
  className?: string;
  /** A further action. */
  children?: ReactNode;
}

/** Shown in place of content that could not be loaded. */
export function ErrorNotice({ title, text, requestId, retry, className = "", children }: Props) {
  return (
    <div role="alert" className={`p-4 ${className}`}>
      <p className="font-display text-lg font-semibold">{title}</p>
      <p className="mt-2 text-sm">{text}</p>
      {requestId && (
        <p className="mt-3 text-sm text-muted">
          Request ID <code className="font-mono break-all text-ink select-all">{requestId}</code>
        </p>
      )}
      {retry && (
        <Button className="mt-4" onClick={retry}>
          Try again
        </Button>
      )}
      {children}
    </div>
  );
}

/** An error of the whole form; issues of single fields appear at the fields. */
export function WriteError({ error, fields = [] }: { error: RequestError | null; fields?: readonly string[] }) {
  if (!error) return null;
  const { issues, isSessionOver, response, message } = error;
  if (issues.length > 0 && issues.every(({ path }) => fields.includes(path))) return null;
  return (
    <ErrorNotice
      title="Something went wrong"
      text={isSessionOver ? sessionEndedMessage : message}
      requestId={response?.requestId}
      className="rounded border border-curtain"
    >
      {isSessionOver && <SignInAgain />}
    </ErrorNotice>
  );
}

/** Why nothing was saved. Takes the focus, because it may be out of view. */
export function Refusal({ error, children }: { error: RequestError; children: ReactNode }) {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => element.current?.focus(), [error]);
  return (
    <div
      ref={element}
      role="alert"
      tabIndex={-1}
      className="scroll-mb-24 rounded bg-curtain-wash p-4 text-sm text-curtain"
    >
      {children}
      {error.isSessionOver && <SignInAgain />}
    </div>
  );
}

/** A link to sign in and return to this page. Client-only, because it reads `location`. */
export function SignInAgain() {
  return (
    <Link
      href={`/sign-in?callbackUrl=${encodeURIComponent(location.pathname + location.search)}`}
      prefetch={false}
      data-keeps-draft
      className={`mt-3 ${buttonClass("quiet")}`}
    >
      Sign in again
    </Link>
  );
}
