"use client";

import { useEffect } from "react";
import { withReaderKey } from "./reader-key";

/** Text that is selected in a sample and copied has the reader's key, as with the sample's button. */
export function CopyWithKey() {
  useEffect(() => {
    document.addEventListener("copy", replace);
    return () => document.removeEventListener("copy", replace);
  }, []);
  return null;
}

function replace(event: ClipboardEvent): void {
  const selected = document.getSelection();
  const text = selected?.toString() ?? "";
  const copied = withReaderKey(text);
  if (copied === text || !selected?.anchorNode?.parentElement?.closest("[data-code]")) return;
  event.clipboardData?.setData("text/plain", copied);
  event.preventDefault();
}
