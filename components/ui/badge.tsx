import type { ReactNode } from "react";
import type { BadgeTone } from "@/lib/resource/view";

const tones: Record<BadgeTone, string> = {
  accent: "border-curtain bg-curtain-wash text-curtain",
  neutral: "border-line text-muted",
  warning: "border-gilt text-ink",
};

/** A state in a word or two. Its text may be in lower case. */
export function Badge({ tone = "neutral", children }: { tone?: BadgeTone | undefined; children: ReactNode }) {
  return (
    <span
      className={`inline-block max-w-full truncate rounded border px-2 align-middle text-xs leading-5 font-normal first-letter:uppercase ${tones[tone]}`}
    >
      {children}
    </span>
  );
}
