"use client";

import { useVirtualizer } from "@tanstack/react-virtual";
import { useRef, useState } from "react";
import { RadioGroup } from "@/components/ui/radio-group";
import type { Outcome } from "@/lib/changes/schema";
import type { PlannedRow } from "./plan";

interface Props {
  rows: readonly PlannedRow[];
  counts: Record<Outcome, number>;
}

const words: Record<Outcome, string> = {
  created: "to create",
  changed: "to change",
  unchanged: "unchanged",
  deleted: "to delete",
  refused: "refused",
};

/** A preview of each row; virtualised. */
export function PlanTable({ rows, counts }: Props) {
  const [shown, setShown] = useState<Outcome | "all">(counts.refused > 0 ? "refused" : "all");
  const narrowed = shown === "all" ? rows : rows.filter(({ outcome }) => outcome === shown);
  const scroller = useRef<HTMLDivElement>(null);
  // oxlint-disable-next-line react/incompatible-library -- it re-renders on scroll, and nothing here is memoised by it
  const virtualizer = useVirtualizer({
    count: narrowed.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => 48,
    overscan: 12,
  });
  const outcomes = (["created", "changed", "unchanged", "refused"] as const).filter((outcome) => counts[outcome] > 0);
  return (
    <section aria-label="Preview of each row" className="grid gap-3">
      <RadioGroup<Outcome | "all">
        legend="Show rows"
        name="outcome"
        value={shown}
        onChoose={setShown}
        options={[
          { value: "all", content: `All ${rows.length.toLocaleString("en-GB")}` },
          ...outcomes.map((value) => ({ value, content: `${counts[value].toLocaleString("en-GB")} ${words[value]}` })),
        ]}
      />
      <div
        ref={scroller}
        role="region"
        aria-label="Rows of the file"
        tabIndex={0}
        className="max-h-[50dvh] overflow-auto rounded border border-line bg-raised"
      >
        <ul className="relative" style={{ height: virtualizer.getTotalSize() }}>
          {virtualizer.getVirtualItems().map((item) => {
            const row = narrowed[item.index];
            return (
              row && (
                <li
                  key={item.key}
                  ref={virtualizer.measureElement}
                  data-index={item.index}
                  aria-setsize={narrowed.length}
                  aria-posinset={item.index + 1}
                  className="absolute inset-x-0 top-0 grid grid-cols-[72px_1fr] gap-x-3 border-b border-line p-3 text-sm sm:grid-cols-[72px_96px_1fr_2fr]"
                  style={{ transform: `translateY(${item.start}px)` }}
                >
                  <span className="font-mono text-muted">row {row.row}</span>
                  <span className={row.outcome === "refused" ? "font-semibold text-curtain" : "text-muted"}>
                    {words[row.outcome]}
                  </span>
                  <span className="col-start-2 min-w-0 truncate sm:col-start-auto">{row.name}</span>
                  <span className="col-start-2 min-w-0 break-words text-muted sm:col-start-auto">
                    {row.details.join("; ")}
                  </span>
                </li>
              )
            );
          })}
        </ul>
      </div>
    </section>
  );
}
