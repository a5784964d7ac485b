import { useEffect, useRef, type ReactNode } from "react";
import type { RequestError } from "@/lib/http/client/client.browser";
import { SignInAgain } from "./sign-in-again";

/** Why nothing was saved. Takes the focus, because it may be out of view. */
export function Refusal({ error, children }: { error: RequestError; children: ReactNode }) {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => element.current?.focus(), [error]);
  return (
    <div
      ref={element}
      role="alert"
      tabIndex={-1}
      className="scroll-mb-24 rounded bg-curtain-wash p-4 text-sm text-curtain"
    >
      {children}
      {error.isSessionOver && <SignInAgain />}
    </div>
  );
}
