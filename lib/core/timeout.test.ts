import { describe, expect, test } from "vitest";
import { withTimeout } from "./timeout.ts";

function after<Value>(milliseconds: number, value: Value): Promise<Value> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds, value));
}

function keepBusy(milliseconds: number): void {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
}

describe("a timeout", () => {
  test("passes on an answer or a failure", async () => {
    await expect(withTimeout(1000, after(1, "an answer"))).resolves.toBe("an answer");
    await expect(withTimeout(1000, Promise.reject(new Error("a failure")))).rejects.toThrow("a failure");
  });

  test("turns silence into an error, and ignores a late answer", async () => {
    let answer = (_: Error) => {};
    const late = new Promise((_resolve, reject) => (answer = reject));

    await expect(withTimeout(20, late)).rejects.toThrow("No answer within 20 ms.");
    answer(new Error("too late"));
    await expect(late).rejects.toThrow("too late");
  });

  test("does not count time in which this process is busy", async () => {
    const answer = withTimeout(100, after(50, "in time"));
    keepBusy(300);
    await expect(answer).resolves.toBe("in time");
  });

  test("ends also in a process that is never idle", async () => {
    let isOver = false;
    const stayBusy = () => {
      keepBusy(20);
      if (!isOver) setImmediate(stayBusy);
    };
    const answer = withTimeout(20, new Promise<never>(() => undefined));
    stayBusy();

    await expect(answer).rejects.toThrow("No answer within 20 ms.");
    isOver = true;
  });
});
