import { useId, type ComponentProps, type ReactNode } from "react";
import { capitalised } from "@/lib/records/terms.browser";

export interface LabelledProps {
  label: string;
  hint?: ReactNode;
  problem?: string | undefined;
}

/** What connects a control to its label, and to what is said below it. */
type Wiring = Pick<ComponentProps<"input">, "id" | "aria-invalid" | "aria-describedby">;

export const controlClass =
  "mt-1 block min-h-[42px] w-full rounded border border-edge bg-raised px-3 py-2 aria-invalid:border-curtain";

/** A control with its label above, and below it what is wrong and its hint. */
export function Labelled({
  label,
  hint,
  problem,
  children,
}: LabelledProps & { children: (wiring: Wiring) => ReactNode }) {
  const id = useId();
  const described = [problem !== undefined && `${id}-problem`, hint && `${id}-hint`].filter(Boolean).join(" ");
  return (
    <div className="min-w-0">
      <label htmlFor={id} className="text-sm font-semibold">
        {label}
      </label>
      {children({ id, "aria-invalid": problem !== undefined, "aria-describedby": described || undefined })}
      {problem !== undefined && (
        <p id={`${id}-problem`} className="mt-1 text-sm break-words text-curtain">
          {asSentence(problem)}
        </p>
      )}
      {hint && (
        <p id={`${id}-hint`} className="mt-1 text-sm break-words text-muted">
          {hint}
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

/** A single-line input. */
export function Field({ label, hint, problem, ...input }: LabelledProps & ComponentProps<"input">) {
  return (
    <Labelled label={label} hint={hint} problem={problem}>
      {(wiring) => <input {...input} {...wiring} className={controlClass} />}
    </Labelled>
  );
}

/** A multi-line input. */
export function TextField({ label, hint, problem, ...input }: LabelledProps & ComponentProps<"textarea">) {
  return (
    <Labelled label={label} hint={hint} problem={problem}>
      {(wiring) => <textarea rows={4} {...input} {...wiring} className={controlClass} />}
    </Labelled>
  );
}

interface SelectProps {
  /** The values, or pairs of value and label. */
  options: readonly (string | readonly [value: string, label: string])[];
  /** The label of an empty value before them. */
  none?: string;
}

/** A drop-down list. */
export function SelectField({
  label,
  hint,
  problem,
  options,
  none,
  ...input
}: LabelledProps & SelectProps & ComponentProps<"select">) {
  const all = options.map((option) => (typeof option === "string" ? ([option, option] as const) : option));
  return (
    <Labelled label={label} hint={hint} problem={problem}>
      {(wiring) => (
        <select {...input} {...wiring} className={controlClass}>
          {none !== undefined && <option value="">{none}</option>}
          {all.map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      )}
    </Labelled>
  );
}
