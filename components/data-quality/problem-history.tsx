import dynamic from "next/dynamic";
import { useState } from "react";
import type { ProblemCounts } from "@/lib/data-quality/schema";

const CountTable = dynamic(() => import("./count-table").then(({ CountTable }) => CountTable), { ssr: false });

/** A table of the counts, folded away. */
export function ProblemHistory({ counts }: { counts: ProblemCounts }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details className="min-w-0" onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary className="w-fit cursor-pointer py-3 text-sm font-semibold">Counts over time</summary>
      {isOpen && <CountTable counts={counts} />}
    </details>
  );
}
