import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

const negligibleBytes = 64 * 1024;

/** The memory of this process after garbage collection: heap and buffers. */
export async function heldBytes(): Promise<number> {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  let held = Infinity;
  // Memory outside the heap is released in a later turn than the objects that own it.
  for (let turn = 0; turn < 10; turn += 1) {
    collect();
    await new Promise((resolve) => setImmediate(resolve));
    const { heapUsed, external } = process.memoryUsage();
    if (turn > 1 && heapUsed + external > held - negligibleBytes) break;
    held = Math.min(held, heapUsed + external);
  }
  return held;
}
