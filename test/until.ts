import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** Polls `look` until `isRight`. @throws an error that names the condition, after `seconds`. */
export async function until<Value>(
  wanted: string,
  look: () => Value | Promise<Value>,
  isRight: (value: Value) => boolean = Boolean,
  seconds = 30,
): Promise<Value> {
  const deadline = Date.now() + seconds * 1000;
  for (;;) {
    const value = await look();
    if (isRight(value)) return value;
    if (Date.now() > deadline)
      throw new Error(`Not within ${seconds} s: ${wanted}. The last was ${JSON.stringify(value)}.`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}

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
