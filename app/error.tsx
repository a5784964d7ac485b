"use client";

import Link from "next/link";
import { Button, buttonLook } from "@/components/ui/button";

interface Props {
  error: unknown;
  retry: () => void;
}

export default function ErrorPage({ error, retry }: Props) {
  const reference = digestOf(error);
  return (
    <div className="page-width max-w-[680px] py-16" role="alert">
      <h1 className="text-4xl font-semibold">This page could not be shown</h1>
      <p className="mt-4 text-muted">
        Something went wrong on our side. Trying again often helps; if it does not, tell whoever runs this service
        {reference ? ", and give them the reference." : "."}
      </p>
      {reference && (
        <p className="mt-4 text-sm">
          Reference <code className="font-mono select-all">{reference}</code>
        </p>
      )}
      <p className="mt-8 flex flex-wrap gap-3">
        <Button look="primary" onClick={retry}>
          Try again
        </Button>
        <Link href="/" className={buttonLook("quiet")}>
          To the front page
        </Link>
      </p>
    </div>
  );
}

/** The name under which the server's log has the error. */
function digestOf(error: unknown): string | null {
  return error instanceof Error && "digest" in error && typeof error.digest === "string" ? error.digest : null;
}
