const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/**
 * The option that a key moves to: an arrow key to the next one, around the end, Home and End to the first and the last.
 *
 * @returns null for any other key; 0 if there are no options.
 */
export function nextActive(key: string, active: number, count: number): number | null {
  if (key === "Home" || key === "End") return key === "Home" || count === 0 ? 0 : count - 1;
  const step = steps[key];
  if (step === undefined) return null;
  return count === 0 ? 0 : (active + step + count) % count;
}
