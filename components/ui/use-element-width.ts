import { useLayoutEffect, useRef, useState } from "react";

/** The width of an element in pixels; null until it is measured. */
export function useElementWidth<Measured extends HTMLElement>() {
  const element = useRef<Measured>(null);
  const [width, setWidth] = useState<number | null>(null);
  useLayoutEffect(() => {
    if (!element.current) return;
    const observer = new ResizeObserver(([entry]) => entry && setWidth(Math.floor(entry.contentRect.width)));
    observer.observe(element.current);
    return () => observer.disconnect();
  }, []);
  return { element, width };
}
