"use client";

import { useRef, type CSSProperties } from "react";
import { useInView } from "@/components/ui/in-view";
import { late } from "@/components/ui/late";
import type { TriedParameter, TryFormProps } from "./try-form";

const TryForm = late(() => import("./try-form"), "TryForm");

/** Loads the form when it comes into view; a placeholder keeps its space. */
export function TryIt(props: TryFormProps) {
  const place = useRef<HTMLDivElement>(null);
  const isInView = useInView(place);
  const { parameters } = props;
  const hasColumns = parameters.length > 4;
  const heights = {
    "--one-column": heightOf(parameters, 1),
    "--columns": heightOf(parameters, hasColumns ? 2 : 1),
  } as CSSProperties;
  return (
    <div
      ref={place}
      role="group"
      aria-label={`Send: ${props.summary}`}
      className="mt-3 min-h-(--one-column) rounded border border-line bg-raised noscript:hidden sm:min-h-(--columns)"
      style={heights}
    >
      {isInView && <TryForm {...props} hasColumns={hasColumns} />}
    </div>
  );
}

/** About the height of the form in one or two columns. */
function heightOf(parameters: readonly TriedParameter[], columns: number): string {
  const lists = parameters.flatMap(({ control }) => (control.kind === "choices" ? [control.values] : []));
  const rows = Math.ceil((parameters.length - lists.length) / columns) + 1;
  const pixels = lists.reduce((sum, values) => sum + 72 + Math.ceil(values.length / 4) * 40, 132 + rows * 74);
  return `${pixels}px`;
}
