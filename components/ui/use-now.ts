"use client";

import { useEffect, useState } from "react";

const tickMilliseconds = 15_000;

/** The time in milliseconds since 1970, for words such as "in two hours": true to a quarter of a minute. */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now());

  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), tickMilliseconds);
    return () => clearInterval(timer);
  }, []);

  return now;
}
