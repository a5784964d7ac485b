import "server-only";
import { tooBusy } from "./password.ts";

/** Counts the work in progress for each client address. @param max how much one address may have in progress. */
export function limitInFlight(max: number) {
  const counts = new Map<string, number>();
  /** @throws AppError 503, without calling `work`, when the address has too much in progress. */
  return async <Value>(address: string, work: () => Promise<Value>): Promise<Value> => {
    const before = counts.get(address) ?? 0;
    if (before >= max) throw tooBusy();
    counts.set(address, before + 1);
    try {
      return await work();
    } finally {
      const left = (counts.get(address) ?? 1) - 1;
      if (left > 0) counts.set(address, left);
      else counts.delete(address);
    }
  };
}

/** How often a wait checks whether the caller is still connected. */
const lookMilliseconds = 1_000;

/** Resolves after so many milliseconds, or about a second after the caller has disconnected. */
export type Delay = (milliseconds: number, isGone: () => boolean) => Promise<void>;

/** Waits that take one timer each. When there are more than `max`, the oldest one ends early. */
export function boundDelays(max: number): Delay {
  /** Oldest first. */
  const ends = new Set<() => void>();
  return (milliseconds, isGone) => {
    const [oldest] = ends;
    if (ends.size >= max) oldest?.();
    return new Promise((resolve) => {
      const until = performance.now() + milliseconds;
      let timer: NodeJS.Timeout | undefined;
      const end = () => {
        clearTimeout(timer);
        ends.delete(end);
        resolve();
      };
      const look = () => {
        const left = until - performance.now();
        if (left <= 0 || isGone()) end();
        else timer = setTimeout(look, Math.min(left, lookMilliseconds));
      };
      ends.add(end);
      look();
    });
  };
}
