import { useSyncExternalStore } from "react";

const never = () => () => undefined;

/** Whether the page is hydrated: only then can it read the browser's storage. */
export function useIsHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
