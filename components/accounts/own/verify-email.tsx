"use client";

import { useState } from "react";
import { useWrite } from "@/components/form/use-write";
import { Button } from "@/components/ui/button";
import { useIsHydrated } from "@/components/ui/use-is-hydrated";
import type { AccountRecord } from "@/lib/accounts/schema.browser";
import { linkToken } from "./auth-calls";
import { TextLink } from "@/components/ui/text-link";
import { SignInProblem } from "./sign-in-parts";

/** Waits for a press, because programs that scan mail open every link. */
export function VerifyEmail() {
  const isHydrated = useIsHydrated();
  const [verified, setVerified] = useState<string | null>(null);
  const { write, error, isBusy } = useWrite();
  const isDead = error?.issues.some(({ path }) => path === "token");
  if (isHydrated && linkToken() === "")
    return <SignInProblem text="This link is incomplete. Copy the whole link, including the part after #." />;

  async function confirm() {
    const answer = await write<AccountRecord>("POST", "/account/verify", { token: linkToken() });
    if (answer) setVerified(answer.body.email);
  }

  return (
    <>
      <SignInProblem text={isDead ? "This link is wrong, used or expired." : (error?.message ?? null)} />
      {isDead && (
        <p className="mt-4">
          <TextLink href="/developers/account">See whether your address is confirmed, or ask for a new link</TextLink>
        </p>
      )}
      <p role="status" className={verified ? "mt-6 rounded border border-edge p-4 break-words" : ""}>
        {verified && `${verified} is confirmed.`}
      </p>
      {verified ? (
        <p className="mt-4">
          <TextLink href="/developers">Go to your keys</TextLink>
        </p>
      ) : (
        <div className="mt-6 grid gap-4 noscript:hidden">
          <p className="text-muted">Confirm it only if you created an account here.</p>
          <Button look="primary" aria-disabled={isBusy} onClick={() => void confirm()}>
            {isBusy ? "Confirming…" : "Confirm address"}
          </Button>
        </div>
      )}
    </>
  );
}
