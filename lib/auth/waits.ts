import "server-only";

/** How often it is looked whether the caller is still there. */
const lookMilliseconds = 1_000;

/**
 * Ends after so many milliseconds, or soon after `isGone` says that the caller has hung up.
 *
 * @param isGone asked now and then.
 */
export type Wait = (milliseconds: number, isGone: () => boolean) => Promise<void>;

/** Waits that cost a timer each. Where there are too many, the one that has lasted longest ends early. */
export class Waits {
  readonly #max: number;
  /** The oldest first. */
  readonly #ends = new Set<() => void>();

  constructor(max: number) {
    this.#max = max;
  }

  readonly wait: Wait = (milliseconds, isGone) => {
    const [oldest] = this.#ends;
    if (this.#ends.size >= this.#max) oldest?.();
    return new Promise((resolve) => {
      const until = performance.now() + milliseconds;
      let timer: NodeJS.Timeout | undefined;
      const end = () => {
        clearTimeout(timer);
        this.#ends.delete(end);
        resolve();
      };
      const look = () => {
        const left = until - performance.now();
        if (left <= 0 || isGone()) end();
        else timer = setTimeout(look, Math.min(left, lookMilliseconds));
      };
      this.#ends.add(end);
      look();
    });
  };
}
