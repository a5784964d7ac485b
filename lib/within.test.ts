import { describe, expect, test } from "vitest";
import { within } from "./within.ts";

function after<Value>(milliseconds: number, value: Value): Promise<Value> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds, value));
}

function keepBusy(milliseconds: number): void {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
}

describe("within a time", () => {
  test("an answer, or a failure, is passed on", async () => {
    await expect(within(1000, after(1, "an answer"))).resolves.toBe("an answer");
    await expect(within(1000, Promise.reject(new Error("a failure")))).rejects.toThrow("a failure");
  });

  test("silence becomes an error, and what comes later harms nobody", async () => {
    const late = after(60, null).then(() => {
      throw new Error("too late");
    });

    await expect(within(20, late)).rejects.toThrow("No answer within 20 ms.");
    await expect(late).rejects.toThrow("too late");
  });

  test("while this process is busy itself, the time stands still", async () => {
    const answer = within(100, after(50, "in time"));
    keepBusy(300);
    await expect(answer).resolves.toBe("in time");
  });

  test("a process that is never idle gives up all the same", async () => {
    let isOver = false;
    const stayBusy = () => {
      keepBusy(20);
      if (!isOver) setImmediate(stayBusy);
    };
    const answer = within(20, new Promise<never>(() => undefined));
    stayBusy();

    await expect(answer).rejects.toThrow("No answer within 20 ms.");
    isOver = true;
  });
});
