"use client";

import { usePathname } from "next/navigation";
import { Button } from "@/components/ui/button";
import { ErrorNotice } from "@/components/ui/error-notice";
import type { ApiError } from "@/lib/client/client";
import { useNextAuth } from "./use-next-auth";
import { WriteError } from "./write-error";

export interface Provider {
  id: string;
  name: string;
}

interface Props {
  error: ApiError | null;
  fields: readonly string[];
  /** Those that the account can sign in at. */
  providers: readonly Provider[];
}

/** What is wrong with a form; where a sign-in at a provider is too long ago, the way there and back. */
export function FreshSignInError({ error, fields, providers }: Props) {
  const here = usePathname();
  const { call, problem } = useNextAuth();

  if (error?.answer?.status !== 403 || providers.length === 0) return <WriteError error={error} fields={fields} />;
  return (
    <ErrorNotice
      title="Sign in again first"
      text={problem ?? "Your last sign-in was more than 10 minutes ago. Sign in again, then continue here."}
      className="rounded border border-curtain"
    >
      <div className="mt-4 flex flex-wrap gap-3">
        {providers.map(({ id, name }) => (
          <Button key={id} look="primary" onClick={() => void call(`signin/${id}`, { callbackUrl: here })}>
            Sign in again at {name}
          </Button>
        ))}
      </div>
    </ErrorNotice>
  );
}
