"use client";

import { Button } from "@/components/ui/button";
import { useNextAuth } from "./use-next-auth";

export function SignOutButton() {
  const { call, problem } = useNextAuth();
  return (
    <>
      <Button onClick={() => void call("signout", { callbackUrl: "/" })}>Sign out</Button>
      <p role="alert" className="text-sm text-curtain">
        {problem}
      </p>
    </>
  );
}
