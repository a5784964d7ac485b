import type { ReactNode } from "react";

/** Shown in place of an empty list: what will appear here, and the next step. */
export function EmptyState({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="grid justify-items-center gap-3 rounded border border-dashed border-edge px-4 py-12 text-center">
      <p className="font-display text-lg font-semibold">{title}</p>
      {children}
    </div>
  );
}
