"use client";

import { useEffect, useState } from "react";
import { useProblemCounts } from "@/components/data-quality/use-problems";

/** Leaves slow connections to what the page itself is about. */
const laterMilliseconds = 3_000;

/** The number of data problems without snoozed ones; null until it is known. Asked for after the page's own data. */
export function useProblemCount(): number | null {
  const [isLater, setIsLater] = useState(false);
  const { data } = useProblemCounts({ isEnabled: isLater });

  useEffect(() => {
    const timer = setTimeout(() => setIsLater(true), laterMilliseconds);
    return () => clearTimeout(timer);
  }, []);

  return data ? Object.values(data.body.now).reduce((total, count) => total + count, 0) : null;
}
