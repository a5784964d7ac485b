import type { ComponentProps } from "react";
import { Field } from "@/components/ui/field";

export type CodeKind = "app code" | "recovery code";

interface Props {
  step: CodeKind;
  hasApp: boolean;
  hasPasskey: boolean;
  email: string;
  field: Omit<ComponentProps<typeof Field>, "label">;
  onAsk(step: "password" | CodeKind): void;
}

/** The second step: a code of the app, which phones fill in by themselves, or a recovery code. */
export function CodeStep({ step, hasApp, hasPasskey, email, field, onAsk }: Props) {
  const isApp = step === "app code";
  return (
    <>
      <p>
        {isApp
          ? "Enter the six digits that your authenticator app shows for "
          : "Enter one of the recovery codes that you saved for "}
        <strong className="break-words">{email}</strong>
        {hasPasskey && ", or continue with a passkey"}.
      </p>
      <Field
        label={isApp ? "Code" : "Recovery code"}
        {...field}
        autoFocus
        autoComplete={isApp ? "one-time-code" : "off"}
        inputMode={isApp ? "numeric" : "text"}
        autoCapitalize="none"
        spellCheck={false}
        required
        hint={isApp ? undefined : "Each code works once."}
      />
      <div className="flex flex-wrap gap-x-4 gap-y-2 text-sm">
        {hasApp && (
          <button
            type="button"
            className="min-h-6 cursor-pointer underline underline-offset-4"
            onClick={() => onAsk(isApp ? "recovery code" : "app code")}
          >
            {isApp ? "Use a recovery code" : "Use the app instead"}
          </button>
        )}
        <button
          type="button"
          className="min-h-6 cursor-pointer underline underline-offset-4"
          onClick={() => onAsk("password")}
        >
          Back
        </button>
      </div>
    </>
  );
}
