import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** What this process holds after everything that can go has gone: heap and buffers. */
export async function heldBytes(): Promise<number> {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  // Bytes outside of the heap go in a later turn than the objects that they belonged to.
  for (let turn = 0; turn < 10; turn += 1) {
    collect();
    await new Promise((resolve) => setImmediate(resolve));
  }
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
