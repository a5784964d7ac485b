"use client";

import { SignInAgain } from "@/components/ui/sign-in-again";
import { sessionEndedMessage } from "@/components/ui/query-state";
import { ErrorNotice } from "@/components/ui/error-notice";
import type { RequestError } from "@/lib/client/client.browser";

/** An error of the whole form; issues of single fields appear at the fields. */
export function WriteError({ error, fields = [] }: { error: RequestError | null; fields?: readonly string[] }) {
  if (!error) return null;
  const { issues, response, message } = error;
  if (issues.length > 0 && issues.every(({ path }) => fields.includes(path))) return null;
  const isOver = response?.status === 401;
  return (
    <ErrorNotice
      title="Something went wrong"
      text={isOver ? sessionEndedMessage : message}
      requestId={response?.requestId}
      className="rounded border border-curtain"
    >
      {isOver && <SignInAgain />}
    </ErrorNotice>
  );
}
