"use client";

import { usePathname } from "next/navigation";
import { Button } from "@/components/ui/button";
import { ErrorNotice } from "@/components/ui/error-notice";
import type { RequestError } from "@/lib/client/client.browser";
import { useNextAuth } from "./use-next-auth";
import { WriteError } from "../../form/write-error";

export interface Provider {
  id: string;
  name: string;
}

interface Props {
  error: RequestError | null;
  fields: readonly string[];
  /** The providers that are connected to the account. */
  providers: readonly Provider[];
}

/** The error of a form. When the last sign-in is too old, it offers a new one and comes back here. */
export function FreshSignInError({ error, fields, providers }: Props) {
  const here = usePathname();
  const { call, problem } = useNextAuth();

  if (error?.response?.status !== 403 || providers.length === 0) return <WriteError error={error} fields={fields} />;
  return (
    <ErrorNotice
      title="Sign in again first"
      text={problem ?? "Your last sign-in was more than 10 minutes ago. Sign in again, then continue here."}
      className="rounded border border-curtain"
    >
      <div className="mt-4 flex flex-wrap gap-3">
        {providers.map(({ id, name }) => (
          <Button key={id} look="primary" onClick={() => void call(`signin/${id}`, { callbackUrl: here })}>
            Sign in again with {name}
          </Button>
        ))}
      </div>
    </ErrorNotice>
  );
}
