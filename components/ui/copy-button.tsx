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

/** Copying needs JavaScript and a secure context; without them the text beside it can still be selected. */
export function CopyButton({ text, label, size = "usual", onCopied }: Props) {
  const [state, setState] = useState<keyof typeof words>("idle");

  useEffect(() => {
    if (state === "idle") return;
    const timer = setTimeout(() => setState("idle"), announcedMilliseconds);
    return () => clearTimeout(timer);
  }, [state]);

  async function copy() {
    try {
      await navigator.clipboard.writeText(typeof text === "string" ? text : await text());
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
        onClick={() => void copy()}
      >
        {words[state]}
      </Button>
      <span role="status" className="sr-only">
        {state === "idle" ? "" : words[state]}
      </span>
    </>
  );
}
