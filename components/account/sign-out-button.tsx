"use client";

import { useState } from "react";
import { callNextAuth } from "@/components/account/auth-calls";
import { Button } from "@/components/ui/button";

export function SignOutButton() {
  const [problem, setProblem] = useState<string | null>(null);

  async function signOut() {
    const outcome = await callNextAuth("signout", { callbackUrl: "/" });
    if ("url" in outcome) location.assign(outcome.url);
    else setProblem(outcome.problem);
  }

  return (
    <>
      <Button onClick={() => void signOut()}>Sign out</Button>
      <p role="alert" className="text-sm text-curtain">
        {problem}
      </p>
    </>
  );
}
