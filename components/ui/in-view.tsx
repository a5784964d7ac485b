"use client";

import { useRef, type ReactNode } from "react";
import { useInView } from "./use-in-view";

/** Renders its children, and so loads their code, once they are nearly in view. @param margin how near is enough. */
export function InView({ margin = "600px", children }: { margin?: string; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  const isNear = useInView(place, margin);
  return <div ref={place}>{isNear && children}</div>;
}
