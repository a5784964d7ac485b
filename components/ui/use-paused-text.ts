import { useEffect, useState } from "react";

const pauseMilliseconds = 250;

/** A text as it was when its typing last paused, without space around it. */
export function usePausedText(typed: string): string {
  const [paused, setPaused] = useState(typed.trim());

  useEffect(() => {
    const timer = setTimeout(() => setPaused(typed.trim()), pauseMilliseconds);
    return () => clearTimeout(timer);
  }, [typed]);

  return paused;
}
