import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { BoundedDelays } from "./attempt-pacing.ts";

describe("a wait", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  function ended(waits: BoundedDelays, milliseconds: number, isGone = () => false): () => boolean {
    let isOver = false;
    void waits.wait(milliseconds, isGone).then(() => (isOver = true));
    return () => isOver;
  }

  test("lasts as long as requested", async () => {
    const isOver = ended(new BoundedDelays(10), 30_000);

    await vi.advanceTimersByTimeAsync(29_999);
    expect(isOver()).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(isOver()).toBe(true);
  });

  test("ends within a second of its caller's disconnection, and leaves no timer", async () => {
    let isGone = false;
    const isOver = ended(new BoundedDelays(10), 30_000, () => isGone);

    await vi.advanceTimersByTimeAsync(5_500);
    isGone = true;
    await vi.advanceTimersByTimeAsync(1_000);
    expect([isOver(), vi.getTimerCount()]).toEqual([true, 0]);
  });

  test("is one of a fixed number: when there are too many, the oldest ends early", async () => {
    const waits = new BoundedDelays(3);
    const overs = Array.from({ length: 5 }, () => ended(waits, 30_000));

    await vi.advanceTimersByTimeAsync(0);
    expect(overs.map((isOver) => isOver())).toEqual([true, true, false, false, false]);
    expect(vi.getTimerCount()).toBe(3);
  });
});
