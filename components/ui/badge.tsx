import type { ReactNode } from "react";
import type { BadgeTone } from "@/lib/records/view.browser";

const tones: Record<BadgeTone | "danger", string> = {
  accent: "border-curtain bg-curtain-wash text-curtain",
  neutral: "border-line text-muted",
  warning: "border-gilt text-ink",
  danger: "border-danger text-danger",
};

/** A state in a word or two, possibly in lower case. Its colour only adds to the text. */
export function Badge({ tone = "neutral", children }: { tone?: keyof typeof tones; children: ReactNode }) {
  return (
    <span
      className={`inline-block max-w-full truncate rounded border px-2 align-middle text-xs leading-5 font-normal first-letter:uppercase ${tones[tone]}`}
    >
      {children}
    </span>
  );
}
