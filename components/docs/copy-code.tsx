"use client";

import { useEffect, useRef } from "react";
import { CopyButton } from "@/components/ui/copy-button";
import { withReaderKey } from "./reader-key";

/** Copies the visible text of the code block around it, so that the page need not carry the text twice. */
export function CopyVisibleCode({ label }: { label: string }) {
  const place = useRef<HTMLSpanElement>(null);

  function findVisibleText(): string {
    const texts = place.current?.closest("[data-code]")?.querySelectorAll("pre") ?? [];
    return withReaderKey([...texts].find((text) => text.checkVisibility())?.textContent ?? "");
  }

  return (
    <span ref={place}>
      <CopyButton text={findVisibleText} label={label} size="small" />
    </span>
  );
}

export function CopyForAi() {
  return <CopyButton text={loadWholeText} label="Copy the documentation for AI" size="small" />;
}

async function loadWholeText(): Promise<string> {
  const response = await fetch("/llms-full.txt");
  if (!response.ok) throw new Error("The documentation could not be read.");
  return response.text();
}

/** Text that is selected in a sample and copied has the reader's key, as with the sample's button. */
export function CopyWithKey() {
  useEffect(() => {
    document.addEventListener("copy", replaceKey);
    return () => document.removeEventListener("copy", replaceKey);
  }, []);
  return null;
}

function replaceKey(event: ClipboardEvent): void {
  const selected = document.getSelection();
  const text = selected?.toString() ?? "";
  const copied = withReaderKey(text);
  if (copied === text || !selected?.anchorNode?.parentElement?.closest("[data-code]")) return;
  event.clipboardData?.setData("text/plain", copied);
  event.preventDefault();
}
