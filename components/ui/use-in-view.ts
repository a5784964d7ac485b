"use client";

import { useEffect, useState, type RefObject } from "react";

/** Whether an element has been in view; stays true. @param margin how near is enough, as `600px`. */
export function useInView(element: RefObject<Element | null>, margin = "0px"): boolean {
  const [isInView, setIsInView] = useState(false);

  useEffect(() => {
    if (!element.current) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setIsInView(true);
      },
      { rootMargin: margin },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element, margin]);

  return isInView;
}
