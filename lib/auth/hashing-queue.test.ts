import { describe, expect, test } from "vitest";
import { HashingQueue } from "./hashing-queue.ts";

/** Hashes that end when the test says so. */
function controlled(limits: ConstructorParameters<typeof HashingQueue>[0]) {
  const queue = new HashingQueue(limits);
  const started: string[] = [];
  const endings: (() => void)[] = [];
  return {
    started,
    ask: (address: string, name = address) =>
      queue.run(address, async () => {
        started.push(name);
        await new Promise<void>((resolve) => endings.push(resolve));
        return name;
      }),
    /** Ends the oldest running hash, and lets the next begin. */
    endOne: async () => {
      endings.shift()?.();
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

const busy = { code: "unavailable", details: { headers: { "Retry-After": "2" } } };

describe("the hashing queue", () => {
  test("lets addresses take turns: one with many attempts delays no other", async () => {
    const { ask, started, endOne } = controlled({ running: 1, perAddress: 10, total: 50 });
    const all = [...["1", "2", "3"].map((name) => ask("many", name)), ask("other"), ask("third")];
    for (let ended = 0; ended < all.length; ended += 1) await endOne();

    await Promise.all(all);
    expect(started).toEqual(["1", "2", "other", "third", "3"]);
  });

  test("runs one at a time for one address, and leaves room for another", async () => {
    const { ask, started, endOne } = controlled({ running: 2, perAddress: 10, total: 50 });
    const all = [ask("many", "first"), ask("many", "second"), ask("other")];

    expect(started).toEqual(["first", "other"]);
    for (let ended = 0; ended < all.length; ended += 1) await endOne();
    expect(await Promise.all(all)).toHaveLength(3);
  });

  test("never exceeds its limit, and every waiting hash gets its turn", async () => {
    const { ask, started, endOne } = controlled({ running: 2, perAddress: 10, total: 50 });
    const all = Array.from({ length: 7 }, (_, index) => ask(`address ${index % 3}`));
    const counts: number[] = [];
    for (let ended = 0; ended < all.length; ended += 1) {
      counts.push(started.length - ended);
      await endOne();
    }

    expect([counts, (await Promise.all(all)).length]).toEqual([[2, 2, 2, 2, 2, 2, 1], 7]);
  });

  test("refuses only an address with too many waiting, with 503 and Retry-After", async () => {
    const { ask, endOne } = controlled({ running: 1, perAddress: 2, total: 50 });
    const taken = [ask("many"), ask("many"), ask("many")];

    await expect(ask("many")).rejects.toMatchObject(busy);
    const others = [ask("other"), ask("other")];
    for (let ended = 0; ended < 5; ended += 1) await endOne();
    expect(await Promise.all([...taken, ...others])).toHaveLength(5);
  });

  test("when full, gives a place of the longest queue to an address with fewer", async () => {
    const { ask, started, endOne } = controlled({ running: 1, perAddress: 3, total: 4 });
    const running = ask("running");
    const [first, second, third] = [ask("many", "first"), ask("many", "second"), ask("many", "third")];
    const other = ask("other");
    const newcomer = ask("newcomer");

    await expect(third).rejects.toMatchObject(busy);
    for (let ended = 0; ended < 5; ended += 1) await endOne();
    await Promise.all([running, first, second, other, newcomer]);
    expect(started).toEqual(["running", "first", "other", "newcomer", "second"]);
  });

  test("when full of equal queues, refuses one more", async () => {
    const { ask, endOne } = controlled({ running: 1, perAddress: 3, total: 2 });
    const all = [ask("running"), ask("one"), ask("two")];

    await expect(ask("three")).rejects.toMatchObject(busy);
    await expect(ask("one")).rejects.toMatchObject(busy);
    for (let ended = 0; ended < all.length; ended += 1) await endOne();
    expect(await Promise.all(all)).toEqual(["running", "one", "two"]);
  });

  test("continues after a failed hash", async () => {
    const queue = new HashingQueue({ running: 1, perAddress: 3, total: 2 });
    const failing = queue.run("one", () => Promise.reject(new Error("broken")));
    const next = queue.run("two", async () => "hashed");

    await expect(failing).rejects.toThrow("broken");
    expect(await next).toBe("hashed");
    expect(await queue.run("three", async () => "hashed")).toBe("hashed");
  });
});
