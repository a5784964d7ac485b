import type { ReactNode } from "react";
import type { ApiResponse } from "@/lib/http/client/client.browser";
import { FormDialog } from "./form-dialog";
import { QuestionFields, useQuestion, type Question } from "./question-form";

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

/** The dialog of `ask`. */
export function QuestionDialog({ question, onEnd }: Props) {
  const { title, text, fields, action, doing, look, icon } = question;
  const { form, state } = useQuestion(question, { onAnswer: onEnd });
  return (
    <FormDialog
      {...{ form, title, action }}
      write={state}
      onDismiss={() => onEnd(null)}
      {...(doing !== undefined && { doing })}
      {...(look && { look })}
      {...(icon && { icon })}
    >
      {text}
      <QuestionFields fields={fields} form={form} />
    </FormDialog>
  );
}
