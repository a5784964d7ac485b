"use client";

import { useProblemCounts } from "@/components/data-quality/use-problems";
import { useIsLater } from "./use-is-later";

/** The number of data problems without snoozed ones; null until it is known. Asked for after the page's own data. */
export function useProblemCount(): number | null {
  const { data } = useProblemCounts({ isEnabled: useIsLater() });
  return data ? Object.values(data.body.now).reduce((total, count) => total + count, 0) : null;
}
