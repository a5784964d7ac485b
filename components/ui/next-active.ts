const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/**
 * The option that an arrow key moves to; wraps around.
 *
 * @returns null for any other key; 0 if there are no options.
 */
export function nextActive(key: string, active: number, count: number): number | null {
  const step = steps[key];
  if (step === undefined) return null;
  return count === 0 ? 0 : (active + step + count) % count;
}
