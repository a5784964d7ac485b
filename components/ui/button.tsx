import type { ComponentProps } from "react";

const looks = {
  primary: "bg-curtain-fill text-on-curtain border-curtain-fill hover:opacity-90",
  quiet: "bg-raised text-ink border-edge hover:bg-sunken",
  plain: "border-transparent text-muted hover:bg-sunken hover:text-ink",
};

const shape =
  "inline-flex min-h-10 items-center justify-center gap-2 rounded border px-4 text-sm font-semibold transition-opacity cursor-pointer aria-disabled:cursor-progress aria-disabled:opacity-70 print:hidden";

export function buttonClass(look: keyof typeof looks): string {
  return `${shape} ${looks[look]}`;
}

export function Button({
  look = "quiet",
  className = "",
  ...rest
}: ComponentProps<"button"> & { look?: keyof typeof looks }) {
  return <button type="button" {...rest} className={`${buttonClass(look)} ${className}`} />;
}
