import "server-only";
import { performance } from "node:perf_hooks";

/** How long one piece of work may go on before others have their turn. */
const mostMilliseconds = 8;

/**
 * For work that would keep the process from everybody else: awaited after each small part of
 * it, the function returned lets the event loop turn when the last turn is long enough ago.
 */
export function breather(): () => Promise<void> | undefined {
  let since = performance.now();
  return () => {
    if (performance.now() - since < mostMilliseconds) return undefined;
    return new Promise((resolve) =>
      setImmediate(() => {
        since = performance.now();
        resolve();
      }),
    );
  };
}
