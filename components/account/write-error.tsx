"use client";

import { SignInAgain } from "@/components/ui/sign-in-again";
import { signedOut } from "@/components/ui/query-state";
import { Trouble } from "@/components/ui/error-notice";
import type { ApiError } from "@/lib/client/client";

/** What is wrong with a form as a whole; what is wrong with one of its fields stands at the field. */
export function WriteTrouble({ error, fields = [] }: { error: ApiError | null; fields?: readonly string[] }) {
  if (!error) return null;
  const { issues, answer, message } = error;
  if (issues.length > 0 && issues.every(({ path }) => fields.includes(path))) return null;
  const isOver = answer?.status === 401;
  return (
    <Trouble
      title="Something went wrong"
      text={isOver ? signedOut : message}
      requestId={answer?.requestId}
      className="rounded border border-curtain"
    >
      {isOver && <SignInAgain />}
    </Trouble>
  );
}
