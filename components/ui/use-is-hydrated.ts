"use client";

import { useSyncExternalStore } from "react";

const never = () => () => undefined;

/** Whether the page runs in a browser by now: only there is what a browser keeps. */
export function useIsHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
