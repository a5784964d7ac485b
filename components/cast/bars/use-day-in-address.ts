"use client";

import { useEffect, useState } from "react";
import { isDay } from "@/components/form/typed-day";
import { setParameter } from "@/components/ui/use-search-state";

export const dayParameter = "on";
/** Browsers refuse an address that changes with every step of a slider. */
const writeMilliseconds = 300;

/** The day that the address names with `on`, so that it can be sent to a colleague; null for none. */
export function useDayInAddress() {
  const [day, setDay] = useState(readDay);

  useEffect(() => {
    const goBack = () => setDay(readDay());
    window.addEventListener("popstate", goBack);
    return () => window.removeEventListener("popstate", goBack);
  }, []);
  useEffect(() => {
    if (day === readDay()) return;
    const timer = setTimeout(() => setParameter(dayParameter, day), writeMilliseconds);
    return () => clearTimeout(timer);
  }, [day]);

  return [day, setDay] as const;
}

function readDay(): string | null {
  const day = new URLSearchParams(location.search).get(dayParameter);
  return day !== null && isDay(day) ? day : null;
}
