const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/**
 * Which option of a list an arrow key leads to: from the last to the first, and back.
 *
 * @returns null for any other key; 0 where there are no options.
 */
export function nextActive(key: string, active: number, count: number): number | null {
  const step = steps[key];
  if (step === undefined) return null;
  return count === 0 ? 0 : (active + step + count) % count;
}
