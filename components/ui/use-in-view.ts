"use client";

import { useEffect, useState, type RefObject } from "react";

/** Whether an element has been in view; stays true. */
export function useInView(element: RefObject<Element | null>): boolean {
  const [isInView, setIsInView] = useState(false);

  useEffect(() => {
    if (!element.current) return;
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setIsInView(true);
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);

  return isInView;
}
