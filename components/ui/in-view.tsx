"use client";

import { useRef, type ReactNode } from "react";
import { useInView } from "./use-in-view";

/** Renders its children, and so loads their code, once they are nearly in view. */
export function InView({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  const isNear = useInView(place, "600px");
  return <div ref={place}>{isNear && children}</div>;
}
