import type { ReactNode } from "react";

const tones = {
  accent: "border-curtain text-curtain",
  neutral: "border-edge text-muted",
  warning: "border-gilt text-ink",
  danger: "border-danger text-danger",
};

/** A state in a word or two. Its colour only adds to the text. */
export function Badge({ tone, children }: { tone: keyof typeof tones; children: ReactNode }) {
  return (
    <span
      className={`inline-block rounded border px-1 text-xs leading-5 font-semibold whitespace-nowrap ${tones[tone]}`}
    >
      {children}
    </span>
  );
}
