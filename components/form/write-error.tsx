import { SignInAgain } from "@/components/ui/sign-in-again";
import { ErrorNotice } from "@/components/ui/error-notice";
import type { RequestError } from "@/lib/http/client/client.browser";
import { sessionEndedMessage } from "@/lib/http/client/daily-limit.browser";

/** An error of the whole form; issues of single fields appear at the fields. */
export function WriteError({ error, fields = [] }: { error: RequestError | null; fields?: readonly string[] }) {
  if (!error) return null;
  const { issues, response, message } = error;
  if (issues.length > 0 && issues.every(({ path }) => fields.includes(path))) return null;
  const isOver = error.isSessionOver;
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
