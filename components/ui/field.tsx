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

/** A drop-down list. */
export function SelectField({ label, hint, problem, ...input }: LabelledProps & ComponentProps<"select">) {
  return (
    <Labelled label={label} hint={hint} problem={problem}>
      {(wiring) => <select {...input} {...wiring} className={controlClass} />}
    </Labelled>
  );
}
