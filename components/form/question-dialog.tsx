import type { ReactNode } from "react";
import type { ApiResponse } from "@/lib/http/client/client.browser";
import { FormDialog } from "./form-dialog";
import { lookOf, QuestionFields, useQuestion, type Question } from "./question-form";

export interface DialogQuestion<Body> extends Question<Body> {
  title: string;
  /** What it means, above the fields. */
  text?: ReactNode;
}

interface Props {
  question: DialogQuestion<unknown>;
  /** Called with the answer of the write; with null when it was dismissed. */
  onEnd(answer: ApiResponse | null): void;
}

export function QuestionDialog({ question, onEnd }: Props) {
  const { title, text, fields, icon } = question;
  const [action, doing] = question.action;
  const { form, state } = useQuestion(question, { onAnswer: onEnd });
  return (
    <FormDialog
      {...{ form, title, action, doing, icon }}
      look={lookOf(question)}
      write={state}
      onDismiss={() => onEnd(null)}
    >
      {text}
      <QuestionFields fields={fields} form={form} />
    </FormDialog>
  );
}
