import { performance } from "node:perf_hooks";
import { afterEach, expect, test, vi } from "vitest";
import { createYielder, mapYielding } from "./yielding.ts";

afterEach(() => vi.restoreAllMocks());

test("of several long pieces of work, one goes on per turn of the event loop", async () => {
  let now = 0;
  vi.spyOn(performance, "now").mockImplementation(() => now);
  const events: string[] = [];
  let isOver = false;
  const watch = () => {
    events.push("turn");
    if (!isOver) setImmediate(watch);
  };
  setImmediate(watch);
  const work = async (name: string) => {
    const turn = createYielder();
    for (let step = 0; step < 4; step += 1) {
      // Longer than a turn lasts.
      now += 10;
      events.push(name);
      await turn();
    }
  };

  await Promise.all(["first", "second", "third"].map(work));
  isOver = true;

  // Before the first turn, each has begun.
  expect(events.slice(0, 4)).toEqual(["first", "second", "third", "turn"]);
  expect(events.slice(3).filter((event, index, all) => event !== "turn" && all[index + 1] !== "turn")).toEqual([]);
  expect(events.filter((event) => event !== "turn")).toHaveLength(12);
});

test("a list is mapped in order, with the index of each item", async () => {
  const items = Array.from({ length: 200 }, (_, index) => `item ${index}`);

  expect(await mapYielding(items, (item, index) => [item, index])).toEqual(items.map((item, index) => [item, index]));
});
