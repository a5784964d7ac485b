"use client";

import { useRef } from "react";
import { CopyButton } from "@/components/ui/copy-button";
import { withReaderKey } from "./reader-key";

/** Copies the visible text of the code block around it, so that the page need not carry the text twice. */
export function CopyVisibleCode({ label }: { label: string }) {
  const place = useRef<HTMLSpanElement>(null);

  function shown(): string {
    const texts = place.current?.closest("[data-code]")?.querySelectorAll("pre") ?? [];
    return withReaderKey([...texts].find((text) => text.checkVisibility())?.textContent ?? "");
  }

  return (
    <span ref={place}>
      <CopyButton text={shown} label={label} size="small" />
    </span>
  );
}
