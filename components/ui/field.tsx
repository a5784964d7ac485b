import { useId, type ComponentProps } from "react";

interface Props extends ComponentProps<"input"> {
  label: string;
  hint?: string;
  problem?: string | undefined;
}

/** One line to fill in, with its name above and what is wrong with it below. */
export function Field({ label, hint, problem, ...input }: Props) {
  const id = useId();
  const note = problem ?? hint;
  return (
    <div>
      <label htmlFor={id} className="text-sm font-semibold">
        {label}
      </label>
      <input
        id={id}
        {...input}
        aria-invalid={problem !== undefined}
        aria-describedby={note === undefined ? undefined : `${id}-note`}
        className="mt-1 block min-h-10 w-full rounded border border-edge bg-raised px-3 aria-invalid:border-curtain"
      />
      {note !== undefined && (
        <p id={`${id}-note`} className={`mt-1 text-sm ${problem === undefined ? "text-muted" : "text-curtain"}`}>
          {note}
        </p>
      )}
    </div>
  );
}
