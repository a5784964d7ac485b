import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { ConcurrencyLimit } from "./concurrency-limit.ts";
import type { Origin } from "./fair-turns.ts";

const turn = () => new Promise((resolve) => setImmediate(resolve));
const turns = async (count: number) => {
  for (let done = 0; done < count; done += 1) await turn();
};
const refused = expect.objectContaining({
  status: 503,
  details: expect.objectContaining({ headers: { "Retry-After": "2" } }),
});

type Bounds = ConstructorParameters<typeof ConcurrencyLimit>[0];

describe("a concurrency limit", () => {
  const bounds = { inFlight: 3, inFlightPerCaller: 2, waiting: 12, waitingPerCaller: 3, message: "Too much at once." };
  /** The bounds of password hashes, with one at a time. */
  const oneAtATime = { inFlight: 1, inFlightPerCaller: 1, inFlightPerGroup: 1, waiting: 40, message: "Too many." };
  let limit: ConcurrencyLimit;
  let started: string[];
  let ends: (() => void)[];
  const begin = (given: Bounds = bounds) => {
    limit = new ConcurrencyLimit(given);
    started = [];
    ends = [];
  };
  beforeEach(() => begin());

  /** @returns functions that end the work of the request and disconnect its client, and its outcome. */
  function ask(
    caller: string | Origin,
    name = typeof caller === "string" ? caller : caller.group,
    held?: Promise<unknown>,
  ) {
    const own = started;
    let [end, freeSlot] = [() => {}, () => {}];
    let isGone = false;
    const outcome = limit
      .run(
        caller,
        () => isGone,
        (hold, release) => {
          own.push(name);
          freeSlot = release;
          if (held) hold(held);
          return new Promise<string>((resolve) => ends.push((end = () => resolve(name))));
        },
      )
      .catch((error: unknown) => error);
    return { end: () => end(), release: () => freeSlot(), hangUp: () => (isGone = true), outcome };
  }
  const askKnown = (account: string, name = account) =>
    ask({ group: `account ${account}`, address: "192.0.2.99", isKnown: true }, name);
  /** Ends all work, one after another, and lets the next begin each time. */
  async function endAll(): Promise<void> {
    await turns(3);
    for (let end = ends.shift(); end; end = ends.shift()) {
      end();
      await turns(3);
    }
  }

  test("starts at most one request in each turn of the event loop, or as many as it is told", async () => {
    for (const given of [bounds, { ...bounds, startsPerTurn: 2 }]) {
      begin(given);
      for (const caller of ["a", "b", "c"]) ask(caller);
      expect(started).toEqual([]);
      await turn();
      expect(started).toHaveLength(given === bounds ? 1 : 2);
      await turns(3);
      expect(started).toEqual(["a", "b", "c"]);
    }
  });

  /** The callers in the order in which they ask, and their places in the order in which they start. */
  test.each([
    ["starts those first who asked for the fewest", "198.51.100.1 198.51.100.1 203.0.113.1 192.0.2.1", "3 4 1 2"],
    [
      "lets the address of a network with the fewest go first",
      "ip:198.51.100.1 ip:198.51.100.1 ip:198.51.100.2",
      "3 1 2",
    ],
    ["counts the addresses of a /24 together", "198.51.100.1 198.51.100.2 203.0.113.1", "3 1 2"],
    ["counts the addresses of a /48 together", "2001:db8:7:1::/64 2001:db8:7:2::/64 2001:db8:8::/64", "3 1 2"],
  ])("%s", async (_promise, callers, order) => {
    begin(oneAtATime);
    for (const [index, caller] of callers.split(" ").entries()) ask(caller, String(index + 1));
    await endAll();
    expect(started.join(" ")).toBe(order);
  });

  test("lets a network with fewer attempts go before those that keep trying, whenever it arrives", async () => {
    begin({ ...oneAtATime, waiting: 10 });
    const attack = (round: number) => Array.from({ length: 20 }, (_, index) => ask(`10.0.${index}.1`, `try ${round}`));
    attack(1);
    await turn();
    attack(2);
    ask("203.0.113.1", "newcomer");
    attack(3);
    await endAll();
    expect(started.slice(0, 2)).toEqual(["try 1", "newcomer"]);
  });

  test("when full of equals, refuses the oldest, and starts the newest first", async () => {
    begin({ ...bounds, waiting: 5 });
    const [oldest] = ["a", "b", "c", "d", "e", "f"].map((caller) => ask(caller));
    await turn();

    expect(await oldest?.outcome).toEqual(refused);
    expect(started).toEqual(["f"]);
  });

  test("refuses a caller who asked for more than all who wait", async () => {
    begin({ ...bounds, waiting: 5 });
    ask("f", "f1").hangUp();
    for (const caller of ["a", "b", "c", "d", "e"]) ask(caller);

    expect(await ask("f", "f2").outcome).toEqual(refused);
  });

  test("gives the last place of those who asked for the most to a newcomer", async () => {
    begin({ ...bounds, waiting: 5 });
    const [oldest] = ["a1", "a2", "a3"].map((name) => ask("a", name));
    for (const name of ["b1", "b2"]) ask("b", name);
    const newcomer = ask("c", "c1");

    expect(await oldest?.outcome).toEqual(refused);
    await turns(3);
    newcomer.end();
    expect(await newcomer.outcome).toBe("c1");
  });

  test("keeps a slot for known callers, and the others for strangers", async () => {
    begin({ ...oneAtATime, inFlight: 3, inFlightPerCaller: 3, reserved: 1 });
    for (let index = 0; index < 6; index += 1) ask(`10.0.${index}.1`, `stranger ${index}`);
    await turns(4);
    expect(started).toEqual(["stranger 0", "stranger 1"]);

    askKnown("one");
    await turns(3);
    expect(started[2]).toBe("one");
    // The strangers' work ends first.
    for (const account of ["two", "three"]) askKnown(account);
    await endAll();
    const order = started.slice(3);
    expect(order.slice(0, 2).every((name) => name.startsWith("stranger"))).toBe(true);
    expect(order).toEqual(expect.arrayContaining(["two", "three"]));
  });

  test("lets known callers use every slot while no stranger waits, and strangers go first when one is free", async () => {
    begin({ ...oneAtATime, inFlight: 3, inFlightPerCaller: 3, reserved: 1 });
    const known = Array.from({ length: 6 }, (_, index) => `account ${index}`);
    for (const account of known) askKnown(account);
    await turns(4);
    expect(started).toEqual(known.slice(0, 3));
    ask("203.0.113.1", "stranger");
    await endAll();
    expect(started[3]).toBe("stranger");
  });

  test("counts known callers by account: one account with many delays no other", async () => {
    begin(oneAtATime);
    for (const name of ["1", "2", "3"]) askKnown("many", name);
    askKnown("other");
    await endAll();
    expect(started[0]).toBe("other");
  });

  test("keeps the slot until the work and what it holds are done, also after its client has disconnected", async () => {
    let settle = () => {};
    const statement = new Promise<void>((resolve) => (settle = resolve));
    const [first] = [ask("a", "a1", statement), ask("a", "a2"), ask("a", "a3")];
    await turns(3);
    first.hangUp();
    await turns(3);
    expect(started).toEqual(["a1", "a2"]);
    first.end();
    expect(await first.outcome).toBe("a1");
    await turns(3);
    expect(started).toEqual(["a1", "a2"]);

    settle();
    await turns(3);
    expect(started).toEqual(["a1", "a2", "a3"]);
  });

  test("frees the slot of work that says so, once, before the work is done", async () => {
    const [first] = [ask("a", "a1"), ask("a", "a2"), ask("a", "a3"), ask("a", "a4")];
    await turns(3);
    first.release();
    first.release();
    await turns(3);
    expect(started).toEqual(["a1", "a2", "a3"]);

    first.end();
    await turns(3);
    expect(started).toEqual(["a1", "a2", "a3"]);
    expect(await first.outcome).toBe("a1");
  });

  test("does not start a stranger who waits for a known caller's slot and has disconnected", async () => {
    begin({ ...bounds, inFlight: 2, reserved: 1 });
    const first = ask("a");
    await turns(2);
    ask("b").hangUp();
    first.end();
    await turns(3);
    expect(started).toEqual(["a"]);
  });

  test("starts a request that need not wait also when its client has closed its half of the connection", async () => {
    ask("a", "a1").hangUp();
    await turns(2);

    expect(started).toEqual(["a1"]);
  });

  test("refuses what has waited too long", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    begin({ ...bounds, inFlight: 1, maxWaitMilliseconds: 5_000 });
    const [first, second] = [ask("a", "a1"), ask("b", "b1")];
    await turns(2);
    vi.advanceTimersByTime(5_000);

    expect(await second.outcome).toEqual(refused);
    first.end();
    await turns(2);
    expect(started).toEqual(["a1"]);
  });
});
