"use client";

import { usePathname } from "next/navigation";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Trouble } from "@/components/ui/trouble";
import type { ApiError } from "@/lib/client/client";
import { callNextAuth } from "./auth-calls";
import { WriteTrouble } from "./write-trouble";

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
export function FreshSignInTrouble({ error, fields, providers }: Props) {
  const here = usePathname();
  const [problem, setProblem] = useState<string | null>(null);

  async function signInAgain(id: string) {
    const outcome = await callNextAuth(`signin/${id}`, { callbackUrl: here });
    if ("url" in outcome) location.assign(outcome.url);
    else setProblem(outcome.problem);
  }

  if (error?.answer?.status !== 403 || providers.length === 0) return <WriteTrouble error={error} fields={fields} />;
  return (
    <Trouble
      title="Sign in again first"
      text={
        problem ?? "Your last sign-in was more than 10 minutes ago. Sign in once more, and come back here to go on."
      }
      className="rounded border border-curtain"
    >
      <div className="mt-4 flex flex-wrap gap-3">
        {providers.map(({ id, name }) => (
          <Button key={id} look="primary" onClick={() => void signInAgain(id)}>
            Sign in again at {name}
          </Button>
        ))}
      </div>
    </Trouble>
  );
}
