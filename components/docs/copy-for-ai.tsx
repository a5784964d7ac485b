"use client";

import { CopyButton } from "@/components/ui/copy-button";

/** Copies the whole documentation as one text. */
export function CopyForAi() {
  return <CopyButton text={wholeText} label="Copy the documentation for AI" size="small" />;
}

async function wholeText(): Promise<string> {
  const response = await fetch("/llms-full.txt");
  if (!response.ok) throw new Error("The documentation could not be read.");
  return response.text();
}
