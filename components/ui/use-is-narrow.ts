"use client";

import { useSyncExternalStore } from "react";

const query = "(width < 640px)";

/** Whether the window is too narrow for a table. */
export function useIsNarrow(): boolean {
  return useSyncExternalStore(
    (tell) => {
      const list = matchMedia(query);
      list.addEventListener("change", tell);
      return () => list.removeEventListener("change", tell);
    },
    () => matchMedia(query).matches,
    () => false,
  );
}
