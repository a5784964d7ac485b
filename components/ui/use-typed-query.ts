import { useEffect, useState } from "react";

const pauseMilliseconds = 250;

/** A typed text, and the same once the typing pauses, so that not every letter costs a request. */
export function useTypedQuery() {
  const [typed, setTyped] = useState("");
  return { typed, setTyped, wanted: usePausedText(typed) };
}

/** A text as it was when its typing last paused, without space around it. */
export function usePausedText(typed: string): string {
  const [paused, setPaused] = useState(typed.trim());

  useEffect(() => {
    const timer = setTimeout(() => setPaused(typed.trim()), pauseMilliseconds);
    return () => clearTimeout(timer);
  }, [typed]);

  return paused;
}
