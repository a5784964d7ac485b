"use client";

import { usePathname } from "next/navigation";
import { buttonLook } from "@/components/ui/button";
import { Trouble } from "@/components/ui/trouble";
import { ApiError } from "@/lib/client/client";

interface Props {
  title: string;
  error: Error;
  retry?: () => void;
}

/** What the API refused, and the way on: a session that is over needs another, anything else another try. */
export function ApiTrouble({ title, error, retry }: Props) {
  const here = usePathname();
  const answer = answerOf(error);
  const isOver = answer?.status === 401;
  return (
    <Trouble
      title={title}
      text={isOver ? "You are no longer signed in here." : error.message}
      requestId={answer?.requestId}
      {...(retry && !isOver ? { retry } : {})}
      className="rounded border border-curtain"
    >
      {isOver && (
        <a href={`/sign-in?callbackUrl=${encodeURIComponent(here)}`} className={`mt-4 ${buttonLook("quiet")}`}>
          Sign in again
        </a>
      )}
    </Trouble>
  );
}

function answerOf(error: Error): ApiError["answer"] {
  return error instanceof ApiError ? error.answer : null;
}
