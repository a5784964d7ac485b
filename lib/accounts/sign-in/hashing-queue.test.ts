import { describe, expect, test } from "vitest";
import { HashingQueue, type HashOptions } from "./hashing-queue.ts";

/** Hashes that end when the test says so. */
function controlled(limits: ConstructorParameters<typeof HashingQueue>[0]) {
  const queue = new HashingQueue(limits);
  const started: string[] = [];
  const endings: (() => void)[] = [];
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  /** @param name of the hash in `started`. @returns its name, or the refusal. */
  const ask = (address: string, name = address, options: Partial<HashOptions> = {}) =>
    queue
      .run(
        address,
        async () => {
          started.push(name);
          await new Promise<void>((resolve) => endings.push(resolve));
          return name;
        },
        options,
      )
      .catch((error: unknown) => error);
  return {
    started,
    ask,
    askKnown: (account: string, name = account) => ask("192.0.2.99", name, { knownAccount: account }),
    settle,
    /** Ends all hashes, one after another, and lets the next begin each time. */
    endAll: async () => {
      await settle();
      for (let end = endings.shift(); end; end = endings.shift()) {
        end();
        await settle();
      }
    },
  };
}

const busy = { code: "unavailable", details: { headers: { "Retry-After": "2" } } };
const oneAtATime = { running: 1, reserved: 0, waiting: 40 };

describe("the hashing queue", () => {
  test("lets networks take turns: one with many attempts delays no other", async () => {
    const { ask, started, endAll } = controlled(oneAtATime);
    const all = ["1", "2", "3"].map((name) => ask("198.51.100.1", name));
    all.push(ask("203.0.113.1", "other"), ask("192.0.2.1", "third"));
    await endAll();

    await Promise.all(all);
    expect(started).toEqual(["1", "other", "third", "2", "3"]);
  });

  test.each([
    ["a /48", (index: number) => `2001:db8:7:${index.toString(16)}::/64`],
    ["a /24", (index: number) => `198.51.100.${index}`],
  ])("counts all addresses of %s as one network", async (_which, addressOf) => {
    const { ask, started, endAll } = controlled(oneAtATime);
    const all = Array.from({ length: 30 }, (_, index) => ask(addressOf(index + 1), `many ${index}`));
    all.push(ask("2001:db8:8::/64", "first elsewhere"), ask("203.0.113.1", "second elsewhere"));
    await endAll();

    await Promise.all(all);
    expect(started.slice(0, 3)).toEqual(["many 0", "first elsewhere", "second elsewhere"]);
  });

  test("in a network, lets the address with the fewest attempts go first", async () => {
    const { ask, started, endAll } = controlled(oneAtATime);
    const all = ["1", "2", "3"].map((name) => ask("198.51.100.1", name));
    all.push(ask("198.51.100.2", "neighbour"));
    await endAll();

    await Promise.all(all);
    expect(started).toEqual(["1", "neighbour", "2", "3"]);
  });

  test("lets a network with fewer attempts go before those that keep trying, whenever it arrives", async () => {
    const { ask, started, endAll } = controlled({ ...oneAtATime, waiting: 10 });
    const attack = (round: number) => Array.from({ length: 20 }, (_, index) => ask(`10.0.${index}.1`, `try ${round}`));
    const all = [...attack(1), ...attack(2), ask("203.0.113.1", "newcomer"), ...attack(3)];
    await endAll();

    await Promise.all(all);
    expect(started.slice(0, 2)).toEqual(["try 1", "newcomer"]);
  });

  test("when full, refuses one of the network with the most attempts, with 503 and Retry-After", async () => {
    const { ask, started, endAll } = controlled({ ...oneAtATime, waiting: 3 });
    const all = [ask("192.0.2.1", "running")];
    const [first, ...more] = ["1", "2", "3"].map((name) => ask("198.51.100.1", name));
    all.push(...more, ask("203.0.113.1", "newcomer"));

    expect(await first).toMatchObject(busy);
    await endAll();
    await Promise.all(all);
    expect(started).toEqual(["running", "newcomer", "2", "3"]);
  });

  test("when full of equals, refuses the oldest, and lets the newest go first", async () => {
    const { ask, started, endAll } = controlled({ ...oneAtATime, waiting: 2 });
    const asked = ["192.0.2.1", "198.51.100.1", "198.51.101.1", "198.51.102.1"].map((address) => ask(address));

    expect(await asked[1]).toMatchObject(busy);
    await endAll();
    expect(started).toEqual(["192.0.2.1", "198.51.102.1", "198.51.101.1"]);
  });

  test("runs one at a time for one network, and leaves room for another", async () => {
    const { ask, started, settle, endAll } = controlled({ ...oneAtATime, running: 2 });
    const all = [ask("198.51.100.1", "first"), ask("198.51.100.2", "second"), ask("203.0.113.1", "other")];

    await settle();
    expect(started).toEqual(["first", "other"]);
    await endAll();
    expect(await Promise.all(all)).toHaveLength(3);
  });

  test("keeps a place for known browsers, and the others for strangers", async () => {
    const { ask, askKnown, started, settle, endAll } = controlled({ running: 3, reserved: 1, waiting: 40 });
    const all = Array.from({ length: 6 }, (_, index) => ask(`10.0.${index}.1`, `stranger ${index}`));
    await settle();
    expect(started).toEqual(["stranger 0", "stranger 1"]);

    all.push(askKnown("one"));
    await settle();
    expect(started[2]).toBe("one");
    // The strangers' hashes end first.
    all.push(askKnown("two"), askKnown("three"));
    await endAll();
    await Promise.all(all);
    const order = started.slice(3);
    expect(order.slice(0, 2).every((name) => name.startsWith("stranger"))).toBe(true);
    expect(order).toEqual(expect.arrayContaining(["two", "three"]));
  });

  test("lets known browsers use every place while no stranger waits, and strangers go first when one is free", async () => {
    const { ask, askKnown, started, settle, endAll } = controlled({ running: 3, reserved: 1, waiting: 40 });
    const all = Array.from({ length: 6 }, (_, index) => askKnown(`account ${index}`));
    all.push(ask("203.0.113.1", "stranger"));
    await settle();
    expect(started).toEqual(["account 0", "account 1", "account 2"]);

    await endAll();
    await Promise.all(all);
    expect(started[3]).toBe("stranger");
  });

  test("counts known browsers by account: one account with many delays no other", async () => {
    const { askKnown, started, endAll } = controlled(oneAtATime);
    const all = ["1", "2", "3"].map((name) => askKnown("many", name));
    all.push(askKnown("other"));
    await endAll();

    await Promise.all(all);
    expect(started).toEqual(["1", "other", "2", "3"]);
  });

  test("never exceeds its limit, and every waiting hash gets its turn", async () => {
    const { ask, started, settle, endAll } = controlled({ ...oneAtATime, running: 2 });
    const all = Array.from({ length: 7 }, (_, index) => ask(`10.0.${index % 3}.1`));
    await settle();

    expect(started).toHaveLength(2);
    await endAll();
    expect(await Promise.all(all)).toHaveLength(7);
    expect(started).toHaveLength(7);
  });

  test("hashes nothing for a caller who has disconnected while waiting", async () => {
    const { ask, started, endAll } = controlled(oneAtATime);
    const running = ask("192.0.2.1", "running");
    const gone = ask("198.51.100.1", "gone", { isGone: () => true });
    const next = ask("203.0.113.1", "next");
    await endAll();

    expect(await gone).toMatchObject(busy);
    expect(await Promise.all([running, next])).toEqual(["running", "next"]);
    expect(started).toEqual(["running", "next"]);
  });

  test("continues after a failed hash", async () => {
    const queue = new HashingQueue(oneAtATime);
    const failing = queue.run("one", () => Promise.reject(new Error("broken")));
    const next = queue.run("two", async () => "hashed");

    await expect(failing).rejects.toThrow("broken");
    expect(await next).toBe("hashed");
    expect(await queue.run("three", async () => "hashed")).toBe("hashed");
  });
});
