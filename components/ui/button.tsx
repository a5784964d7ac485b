import { Trash2, type LucideIcon } from "lucide-react";
import type { ComponentProps } from "react";

const looks = {
  // In forced colours all fills are equal; the outline keeps the main action apart.
  primary:
    "bg-curtain-fill text-on-curtain border-curtain-fill hover:opacity-90 forced-colors:border-[Highlight] forced-colors:border-2",
  quiet: "bg-raised text-ink border-edge hover:bg-sunken",
  plain: "border-transparent text-muted hover:bg-sunken hover:text-ink",
  danger: "bg-raised text-danger border-danger hover:bg-danger-wash",
};

export type ButtonLook = keyof typeof looks;

const shape =
  "inline-flex min-h-10 items-center justify-center gap-2 rounded border px-4 text-sm font-semibold transition-opacity cursor-pointer aria-disabled:cursor-not-allowed aria-disabled:opacity-70 print:hidden";

export function buttonClass(look: ButtonLook): string {
  return `${shape} ${looks[look]}`;
}

interface Props extends ComponentProps<"button"> {
  look?: ButtonLook | undefined;
  /** Before the text. Default: a bin for `danger`, which must not depend on colour alone; none for the others. */
  icon?: LucideIcon | undefined;
}

export function Button({ look = "quiet", icon, className = "", children, ...rest }: Props) {
  const Icon = icon ?? (look === "danger" ? Trash2 : null);
  return (
    <button type="button" {...rest} className={`${buttonClass(look)} ${className}`}>
      {Icon && <Icon aria-hidden="true" className="size-4 shrink-0" />}
      {children}
    </button>
  );
}

interface IconButtonProps extends ComponentProps<"button"> {
  icon: LucideIcon;
  /** Its accessible name. */
  label: string;
}

/** A button of one icon, as high as the rows of a cast. */
export function IconButton({ icon: Icon, label, className = "", ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      {...rest}
      className={`inline-flex size-8 shrink-0 cursor-pointer items-center justify-center rounded text-muted hover:bg-sunken hover:text-ink aria-disabled:opacity-40 ${className}`}
    >
      <Icon aria-hidden="true" size={16} />
    </button>
  );
}
