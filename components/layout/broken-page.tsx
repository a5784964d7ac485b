import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { RequestLine } from "./request-line";
import { NextSteps } from "./next-steps";

interface Props {
  error: unknown;
  retry: () => void;
  /** Other ways on than those of every page. */
  children?: ReactNode;
}

export function BrokenPage({ error, retry, children = <NextSteps areAllThereIs={false} /> }: Props) {
  const reference = digestOf(error);
  const requestId = requestIdOfPage();
  return (
    <div className="page-width page-text py-16" role="alert">
      <h1 className="text-4xl font-semibold">This page can’t be shown</h1>
      <p className="mt-4 text-muted">
        Something went wrong on our side. Try again. If it keeps happening, contact support
        {reference || requestId ? " with this reference." : "."}
      </p>
      {reference && <RequestLine label="Reference" text={reference} />}
      {requestId && <RequestLine label="Request ID" text={requestId} />}
      <p className="mt-8">
        <Button look="primary" onClick={retry}>
          Try again
        </Button>
      </p>
      {children}
    </div>
  );
}

/** The request that the dashboard was loaded with. */
function requestIdOfPage(): string | null {
  if (typeof document === "undefined") return null;
  return document.querySelector<HTMLMetaElement>('meta[name="request-id"]')?.content ?? null;
}

/** The digest under which the server logged the error. */
function digestOf(error: unknown): string | null {
  return error instanceof Error && "digest" in error && typeof error.digest === "string" ? error.digest : null;
}
