import { late } from "@/components/ui/late";
import { openDialog } from "@/components/ui/page-dialogs";
import type { ApiResponse } from "@/lib/http/client/client.browser";
import type { DialogQuestion } from "./question-form";

const QuestionDialog = late(() => import("./question-form"), "QuestionDialog");

/**
 * Asks in a dialog, and sends what was asked for; what the API refuses is said there. With fields it is a form, without
 * them a confirmation. @returns the answer of the write; null when the question was dismissed.
 */
export function ask<Body = unknown>(question: DialogQuestion<Body>): Promise<ApiResponse<Body> | null> {
  // The dialog passes on the answer, whose shape only the caller knows.
  return openDialog((end) => (
    <QuestionDialog
      question={question as DialogQuestion<unknown>}
      onEnd={(answer) => end(answer as ApiResponse<Body> | null)}
    />
  ));
}
