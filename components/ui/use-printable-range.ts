import { defaultRangeExtractor, type Range } from "@tanstack/react-virtual";
import { useEffect, useState } from "react";
import { flushSync } from "react-dom";

/**
 * The rows that a virtualised list renders: those in view, and all of them on paper. For the option `rangeExtractor` of
 * a virtualizer.
 */
export function usePrintableRange(): (range: Range) => number[] {
  return useIsPrinting() ? allRows : defaultRangeExtractor;
}

function useIsPrinting(): boolean {
  const [isPrinting, setIsPrinting] = useState(false);
  useEffect(() => {
    const print = matchMedia("print");
    const leave = new AbortController();
    // The browser prints what is there when the event has been handled.
    const say = (is: boolean) => flushSync(() => setIsPrinting(is));
    addEventListener("beforeprint", () => say(true), leave);
    addEventListener("afterprint", () => say(false), leave);
    print.addEventListener("change", ({ matches }) => say(matches), leave);
    return () => leave.abort();
  }, []);
  return isPrinting;
}

function allRows({ count }: Range): number[] {
  return Array.from({ length: count }, (_, index) => index);
}
