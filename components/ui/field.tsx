import type { ComponentProps } from "react";
import { controlClass, Labelled, type LabelledProps } from "./labelled";

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
