import type { ReactNode } from "react";

interface Props {
  checked: boolean;
  onChange(checked: boolean): void;
  /** Beside the usual look. */
  className?: string;
  children: ReactNode;
}

/** A checkbox with its label beside it. */
export function Checkbox({ checked, onChange, className = "min-h-8", children }: Props) {
  return (
    <label className={`flex cursor-pointer items-center gap-2 ${className}`}>
      <input
        type="checkbox"
        className="size-4 shrink-0 accent-curtain"
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
      />
      {children}
    </label>
  );
}
