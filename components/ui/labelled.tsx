import { useId, type ReactNode } from "react";

export interface LabelledProps {
  label: string;
  hint?: ReactNode;
  problem?: string | undefined;
}

/** What joins a control to its label and its note. */
export interface ControlAttributes {
  id: string;
  "aria-invalid": boolean;
  "aria-describedby": string | undefined;
}

export const controlClass =
  "mt-1 block min-h-10 w-full rounded border border-edge bg-raised px-3 py-2 aria-invalid:border-curtain";

/** A control with its name above, and below it what helps or what is wrong. */
export function Labelled({
  label,
  hint,
  problem,
  children,
}: LabelledProps & { children: (wiring: ControlAttributes) => ReactNode }) {
  const id = useId();
  const note = problem ?? hint;
  return (
    <div className="min-w-0">
      <label htmlFor={id} className="text-sm font-semibold">
        {label}
      </label>
      {children({ id, "aria-invalid": problem !== undefined, "aria-describedby": note ? `${id}-note` : undefined })}
      {note && (
        <p id={`${id}-note`} className={`mt-1 text-sm ${problem === undefined ? "text-muted" : "text-curtain"}`}>
          {note}
        </p>
      )}
    </div>
  );
}
