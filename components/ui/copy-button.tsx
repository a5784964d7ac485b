"use client";

import { useEffect, useState } from "react";
import { Button } from "./button";

const announcedMilliseconds = 2_000;
const words = { idle: "Copy", copied: "Copied", failed: "Copy failed: select the text" };

interface Props {
  /** The text, or a function that finds or fetches it on demand. */
  text: string | (() => string | Promise<string>);
  label: string;
  size?: "small" | "usual";
  onCopied?: () => void;
}

/** Copying needs JavaScript; without it the text beside it can still be selected. */
export function CopyButton({ text, label, size = "usual", onCopied }: Props) {
  const [state, setState] = useState<keyof typeof words>("idle");

  useEffect(() => {
    if (state === "idle") return;
    const timer = setTimeout(() => setState("idle"), announcedMilliseconds);
    return () => clearTimeout(timer);
  }, [state]);

  async function copy(button: Element) {
    try {
      const copied = typeof text === "string" ? text : await text();
      if (isSecureContext) await navigator.clipboard.writeText(copied);
      else copySelected(copied, button);
      setState("copied");
      onCopied?.();
    } catch {
      setState("failed");
    }
  }

  return (
    <>
      <Button
        look={size === "small" ? "plain" : "quiet"}
        className={`shrink-0 noscript:hidden ${size === "small" ? "min-h-8! px-2!" : ""}`}
        aria-label={state === "idle" ? label : words[state]}
        onClick={(event) => void copy(event.currentTarget)}
      >
        {words[state]}
      </Button>
      <span role="status" className="sr-only">
        {state === "idle" ? "" : words[state]}
      </span>
    </>
  );
}

/** Copies as the keyboard does, where the browser has no clipboard for scripts. @param beside in the same dialog. */
function copySelected(text: string, beside: Element): void {
  const area = document.createElement("textarea");
  area.value = text;
  area.readOnly = true;
  area.className = "sr-only";
  beside.after(area);
  area.select();
  const isCopied = document.execCommand("copy");
  area.remove();
  if (beside instanceof HTMLElement) beside.focus();
  if (!isCopied) throw new Error("The browser did not copy.");
}
