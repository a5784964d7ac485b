import { expect, test } from "vitest";
import { ComputedReads, type Reader } from "./computed-reads.ts";

const cache = {};

/** Fills all slots. @returns a function that frees them. */
function filled(reads: ComputedReads): () => void {
  const releases: (() => void)[] = [];
  for (const caller of ["a", "b"])
    for (const name of ["1", "2"])
      void reads.run(
        readerOf(caller),
        cache,
        caller + name,
        () => new Promise<void>((resolve) => releases.push(resolve)),
      );
  return () => {
    for (const release of releases) release();
  };
}

function readerOf(caller: string): Reader & { hangUp(): void } {
  let isGone = false;
  return { caller, request: { isGone: () => isGone }, hangUp: () => (isGone = true) };
}

const turns = async () => {
  for (let done = 0; done < 10; done += 1) await new Promise((resolve) => setImmediate(resolve));
};

test("readers of the same answer share its computation, which is made as long as one of them waits", async () => {
  const reads = new ComputedReads();
  const release = filled(reads);
  await turns();
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
