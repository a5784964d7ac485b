import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { boundDelays, type Delay } from "./attempt-pacing.ts";

describe("a wait", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  function ended(wait: Delay, milliseconds: number, isGone = () => false): () => boolean {
    let isOver = false;
    void wait(milliseconds, isGone).then(() => (isOver = true));
    return () => isOver;
  }

  test("lasts as long as requested", async () => {
    const isOver = ended(boundDelays(10), 30_000);

    await vi.advanceTimersByTimeAsync(29_999);
    expect(isOver()).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(isOver()).toBe(true);
  });

  test("ends within a second of its caller's disconnection, and leaves no timer", async () => {
    let isGone = false;
    const isOver = ended(boundDelays(10), 30_000, () => isGone);

    await vi.advanceTimersByTimeAsync(5_500);
    isGone = true;
    await vi.advanceTimersByTimeAsync(1_000);
    expect([isOver(), vi.getTimerCount()]).toEqual([true, 0]);
  });

  test("is one of a fixed number: when there are too many, the oldest ends early", async () => {
    const wait = boundDelays(3);
    const overs = Array.from({ length: 5 }, () => ended(wait, 30_000));

    await vi.advanceTimersByTimeAsync(0);
    expect(overs.map((isOver) => isOver())).toEqual([true, true, false, false, false]);
    expect(vi.getTimerCount()).toBe(3);
  });
});
