import { useId, type ReactNode } from "react";
import { capitalised } from "@/lib/resource/terms";

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
        <p id={`${id}-note`} className={`mt-1 text-sm ${problem === undefined ? "text-muted" : "text-curtain"}`}>
          {note}
        </p>
      )}
    </div>
  );
}

/** The API's issue messages start in lower case and have no full stop: "must not be empty". */
function asSentence(message: string): string {
  return capitalised(/[.!?]$/.test(message) ? message : `${message}.`);
}
