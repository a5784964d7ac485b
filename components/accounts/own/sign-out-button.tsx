"use client";

import { Button } from "@/components/ui/button";
import { signedOutPath, useNextAuth } from "./use-next-auth";

export function SignOutButton() {
  const { call, problem } = useNextAuth();
  return (
    <>
      <Button onClick={() => void call("signout", { callbackUrl: signedOutPath })}>Sign out</Button>
      <p role="alert" className="text-sm text-curtain">
        {problem}
      </p>
    </>
  );
}
