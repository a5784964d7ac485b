"use client";

import { useEffect, useState } from "react";

/** Leaves slow connections to what the page itself is about. */
const laterMilliseconds = 3_000;

/** Whether the page is some seconds old: then it can ask for what is beside its own data. */
export function useIsLater(): boolean {
  const [isLater, setIsLater] = useState(false);

  useEffect(() => {
    const timer = setTimeout(() => setIsLater(true), laterMilliseconds);
    return () => clearTimeout(timer);
  }, []);

  return isLater;
}
