"use client";

import dynamic from "next/dynamic";
import { useRef } from "react";
import { useInView } from "@/components/ui/use-in-view";
import type { TryFormProps } from "./try-form";

const TryForm = dynamic(() => import("./try-form").then((loaded) => loaded.TryForm), { ssr: false });

/** Loads the form when it comes into view; a placeholder keeps its space. */
export function TryIt(props: TryFormProps) {
  const place = useRef<HTMLDivElement>(null);
  const isInView = useInView(place);
  const rows = props.parameters.length + 1;
  return (
    <div
      ref={place}
      role="group"
      aria-label={`Send: ${props.summary}`}
      className="mt-3 rounded border border-line bg-raised noscript:hidden"
      style={{ minHeight: 132 + rows * 74 }}
    >
      {isInView && <TryForm {...props} />}
    </div>
  );
}
