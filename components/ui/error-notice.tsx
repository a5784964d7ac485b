import type { ReactNode } from "react";
import { Button } from "./button";

interface Props {
  title: string;
  /** What went wrong, and what to do about it. */
  text: string;
  requestId?: string | null | undefined;
  retry?: () => void;
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
