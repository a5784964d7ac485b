import { createContext, useContext, useEffect, useState } from "react";
import { useIsHydrated } from "./use-is-hydrated";

const tickMilliseconds = 15_000;

/** The time of the server's render; hydration must start from the same value. */
export const RenderedAt = createContext(0);

/** The time in milliseconds since 1970, updated every 15 seconds, for texts such as "in 2 hours". */
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
