import { performance } from "node:perf_hooks";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { withTimeout } from "./promises.ts";

/** Milliseconds in which the event loop had nothing to do. */
let idle: number;
let now: number;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  [idle, now] = [0, 0];
  vi.spyOn(performance, "now").mockImplementation(() => now);
  vi.spyOn(performance, "eventLoopUtilization").mockImplementation(() => ({ idle, active: 0, utilization: 0 }));
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

async function pass(milliseconds: number, isBusy: boolean): Promise<void> {
  for (const end = now + milliseconds; now < end; now += 1) {
    idle += isBusy ? 0 : 1;
    await vi.advanceTimersByTimeAsync(1);
  }
  // The last check for answers that have arrived.
  await new Promise((resolve) => setImmediate(resolve));
}

test("an answer and a failure in time are passed on", async () => {
  await expect(withTimeout(1000, Promise.resolve("an answer"))).resolves.toBe("an answer");
  await expect(withTimeout(1000, Promise.reject(new Error("a failure")))).rejects.toThrow("a failure");
  expect(vi.getTimerCount()).toBe(0);
});

test.each([
  ["silence", [[99, false]], [[1, false]]],
  [
    "silence, of which time in which this process was busy does not count",
    [
      [300, true],
      [99, false],
    ],
    [[1, false]],
  ],
  ["silence in a process that is never idle, after five times as long", [[499, true]], [[101, true]]],
] as const)("%s becomes an error, and a late answer is ignored", async (_what, before, after) => {
  const outcomes: string[] = [];
  let answer = (_text: string) => {};
  const waiting = withTimeout(100, new Promise<string>((resolve) => (answer = resolve)));
  const noted = waiting.then(
    (text) => outcomes.push(text),
    (error: Error) => outcomes.push(error.message),
  );

  for (const [milliseconds, isBusy] of before) await pass(milliseconds, isBusy);
  expect(outcomes).toEqual([]);
  for (const [milliseconds, isBusy] of after) await pass(milliseconds, isBusy);
  answer("too late");
  await noted;
  expect(outcomes).toEqual(["No answer within 100 ms."]);
});
