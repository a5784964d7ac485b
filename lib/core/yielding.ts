import "server-only";
import { performance } from "node:perf_hooks";

const turnMilliseconds = 8;
/** Reading the clock takes as long as a small step. */
const itemsBetweenChecks = 64;

/** For long work: a function to call after each small step, and to await when it returns a promise. */
export function createYielder(): () => Promise<void> | undefined {
  let startedAt = performance.now();
  return () => {
    if (performance.now() - startedAt < turnMilliseconds) return undefined;
    return new Promise((resolve) =>
      resumeLater(() => {
        startedAt = performance.now();
        resolve();
      }),
    );
  };
}

/** @returns a function that queues work and runs one item in each turn of the event loop. */
export function onePerTurn(): (work: () => void) => void {
  const queue: (() => void)[] = [];
  const next = () => {
    queue.shift()?.();
    if (queue.length > 0) setImmediate(next);
  };
  return (work) => {
    if (queue.push(work) === 1) setImmediate(next);
  };
}

/** Several at once would each last as long as one may. */
const resumeLater = onePerTurn();

/** Like `items.map(make)`, but yields to the event loop. */
export async function mapYielding<Item, Made>(
  items: readonly Item[],
  make: (item: Item, index: number) => Made,
): Promise<Made[]> {
  const turn = createYielder();
  const results: Made[] = [];
  for (const item of items) {
    results.push(make(item, results.length));
    if (results.length % itemsBetweenChecks === 0) await turn();
  }
  return results;
}

const runLength = 256;

/** Like `items.toSorted(compare)`, also stable, but yields to the event loop. */
export async function sortYielding<Item>(
  items: readonly Item[],
  compare: (a: Item, b: Item) => number,
): Promise<Item[]> {
  const turn = createYielder();
  let runs: Item[][] = [];
  for (let start = 0; start < items.length; start += runLength) {
    runs.push(items.slice(start, start + runLength).sort(compare));
    await turn();
  }
  while (runs.length > 1) {
    const merged: Item[][] = [];
    for (let index = 0; index < runs.length; index += 2) {
      merged.push(await mergeYielding(runs[index] ?? [], runs[index + 1] ?? [], compare, turn));
    }
    runs = merged;
  }
  return runs[0] ?? [];
}

async function mergeYielding<Item>(
  first: readonly Item[],
  second: readonly Item[],
  compare: (a: Item, b: Item) => number,
  turn: () => Promise<void> | undefined,
): Promise<Item[]> {
  const merged: Item[] = [];
  let [from, and] = [0, 0];
  while (from < first.length && and < second.length) {
    const [a, b] = [first[from] as Item, second[and] as Item];
    if (compare(a, b) <= 0) {
      merged.push(a);
      from += 1;
    } else {
      merged.push(b);
      and += 1;
    }
    if (merged.length % runLength === 0) await turn();
  }
  return merged.concat(first.slice(from), second.slice(and));
}
