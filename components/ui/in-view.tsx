import { useRef, type ReactNode, useEffect, useState, type RefObject } from "react";

/** Renders its children, and so loads their code, once they are nearly in view. @param margin how near is enough. */
export function InView({ margin = "300px", children }: { margin?: string; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  const isNear = useInView(place, margin);
  return <div ref={place}>{isNear && children}</div>;
}

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
