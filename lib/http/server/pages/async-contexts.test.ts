import { AsyncLocalStorage } from "node:async_hooks";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { areContextsCostly, restBetweenPages, whileRendering } from "./async-contexts.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test.skipIf(!areContextsCostly)("a page keeps its context until a second after the last one has ended", async () => {
  // Other code in this process keeps its own.
  class Storage<Value> extends AsyncLocalStorage<Value> {}
  restBetweenPages(Storage);
  const context = new Storage<string>();
  let endFirst = () => {};
  let endSecond = () => {};
  const first = new Promise<void>((resolve) => (endFirst = resolve));
  const second = new Promise<void>((resolve) => (endSecond = resolve));
  const render = (name: string, ended: Promise<void>) =>
    whileRendering(() => context.run(name, async () => ended.then(() => context.getStore())));
  const elsewhere = new AsyncLocalStorage<string>();
  const kept = elsewhere.run("kept", async () => second.then(() => elsewhere.getStore()));

  const one = render("first", first);
  const two = render("second", second);
  endFirst();
  expect(await one).toBe("first");
  vi.advanceTimersByTime(2_000);
  endSecond();
  expect(await two).toBe("second");

  await context.run("late", async () => {
    vi.advanceTimersByTime(999);
    expect(await Promise.resolve().then(() => context.getStore())).toBe("late");
    vi.advanceTimersByTime(1);
    expect(await Promise.resolve().then(() => context.getStore())).toBeUndefined();
  });
  expect(await kept).toBe("kept");
  expect(await whileRendering(() => context.run("again", async () => context.getStore()))).toBe("again");
});
