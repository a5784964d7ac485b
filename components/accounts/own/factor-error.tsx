"use client";

import { usePathname } from "next/navigation";
import { buttonClass } from "@/components/ui/button";
import { ErrorNotice } from "@/components/ui/error-notice";
import type { RequestError } from "@/lib/client/client.browser";
import { WriteError } from "../../form/write-error";

interface Props {
  error: RequestError | null;
  fields?: readonly string[];
}

/** An error of a change that needs a new sign-in, if the last one is too old. */
export function FactorError({ error, fields }: Props) {
  const here = usePathname();
  const body = error?.response?.body as { error?: unknown } | null | undefined;
  if (body?.error !== "Sign in again") return <WriteError error={error} fields={fields ?? []} />;
  return (
    <ErrorNotice
      title="Sign in again first"
      text="Your last sign-in was more than 10 minutes ago. Sign in again, then continue here."
      className="rounded border border-curtain"
    >
      {/* A full load: the sign-in page shows its form only to a request of its own. */}
      <a href={`/sign-in?again=1&callbackUrl=${encodeURIComponent(here)}`} className={`mt-4 ${buttonClass("primary")}`}>
        Sign in again
      </a>
    </ErrorNotice>
  );
}
