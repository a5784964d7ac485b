import { expect, test } from "vitest";
import { ComputedReads, type Reader } from "./computed-reads.ts";

const cache = {};

function readerOf(caller: string): Reader & { hangUp(): void } {
  let isGone = false;
  return { caller, request: { isGone: () => isGone }, hangUp: () => (isGone = true) };
}

test("readers of the same answer share its computation, which is made as long as one of them waits", async () => {
  const reads = new ComputedReads();
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  // All slots.
  for (const name of ["a1", "a2", "b1", "b2"]) void reads.run(readerOf(name.slice(0, 1)), cache, name, () => released);
  for (let turn = 0; turn < 10; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  const [first, second] = [readerOf("c"), readerOf("d")];
  let computed = 0;
  const compute = async () => (computed += 1);
  const answers = [first, second].map((reader) => reads.run(reader, cache, "shared", compute));
  first.hangUp();
  release();

  expect(await Promise.all(answers)).toEqual([1, 1]);
  expect(await reads.run(first, cache, "shared", compute)).toBe(2);
});

test("an answer of the same name in another cache is another answer", async () => {
  const reads = new ComputedReads();
  const answers = [{}, {}].map((own, n) => reads.run(readerOf("a"), own, "name", async () => n));

  expect(await Promise.all(answers)).toEqual([0, 1]);
});
