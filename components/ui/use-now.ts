"use client";

import { createContext, useContext, useEffect, useState } from "react";
import { useIsHydrated } from "./use-is-hydrated";

const tickMilliseconds = 15_000;

/** When the server made the page: what it says of the time, the browser has to say at first, too. */
export const RenderedAt = createContext(0);

/** The time in milliseconds since 1970, for words such as "in two hours": true to a quarter of a minute. */
export function useNow(): number {
  const isHydrated = useIsHydrated();
  const madeAt = useContext(RenderedAt);
  const [now, setNow] = useState(() => (isHydrated ? Date.now() : madeAt));

  useEffect(() => {
    const tick = () => setNow(Date.now());
    const first = setTimeout(tick);
    const timer = setInterval(tick, tickMilliseconds);
    return () => {
      clearTimeout(first);
      clearInterval(timer);
    };
  }, []);

  return now;
}
