import { useEffect, useRef } from "react";
import { SignInAgain } from "@/components/ui/sign-in-again";
import type { RecordForm } from "./use-record-form";

/** The type of a form error that signing in again resolves. */
export const signedOutErrorType = "signed-out";

/** Why a form was not saved, in the bar of its save button, which covers what is below. Takes the focus. */
export function FormError({ form }: { form: RecordForm }) {
  const { root } = form.formState.errors;
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (root?.message) element.current?.focus();
  }, [root]);
  return (
    <div
      ref={element}
      role="alert"
      tabIndex={-1}
      className={root?.message ? "grow basis-full rounded bg-curtain-wash p-4 text-curtain" : "sr-only"}
    >
      {root?.message && <p>{root.message}</p>}
      {root?.type === signedOutErrorType && <SignInAgain />}
    </div>
  );
}
