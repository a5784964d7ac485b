import { useId, type ReactNode } from "react";
import { capitalised } from "@/lib/records/terms.browser";

export interface LabelledProps {
  label: string;
  hint?: ReactNode;
  problem?: string | undefined;
}

/** Attributes that connect a control to its label and note. */
export interface ControlAttributes {
  id: string;
  "aria-invalid": boolean;
  "aria-describedby": string | undefined;
}

export const controlClass =
  "mt-1 block min-h-[42px] w-full rounded border border-edge bg-raised px-3 py-2 aria-invalid:border-curtain";

/** A control with its label above, and its hint or problem below. */
export function Labelled({
  label,
  hint,
  problem,
  children,
}: LabelledProps & { children: (wiring: ControlAttributes) => ReactNode }) {
  const id = useId();
  const note = problem === undefined ? hint : asSentence(problem);
  return (
    <div className="min-w-0">
      <label htmlFor={id} className="text-sm font-semibold">
        {label}
      </label>
      {children({ id, "aria-invalid": problem !== undefined, "aria-describedby": note ? `${id}-note` : undefined })}
      {note && (
        <p
          id={`${id}-note`}
          className={`mt-1 text-sm break-words ${problem === undefined ? "text-muted" : "text-curtain"}`}
        >
          {note}
        </p>
      )}
    </div>
  );
}

/** How a form says what the API says of a value. */
const formWords: readonly [RegExp, string][] = [
  [/^must be an email address$/, "Enter a valid email address"],
  [/^must have (\d+) to (\d+) characters$/, "Use $1 to $2 characters"],
  [/^must not be one of the most common passwords$/, "That password is too common"],
];

/** The API's issue messages start in lower case and have no full stop: "must not be empty". */
function asSentence(issue: string): string {
  const message = formWords.reduce((text, [pattern, words]) => text.replace(pattern, words), issue);
  return capitalised(/[.!?]$/.test(message) ? message : `${message}.`);
}
