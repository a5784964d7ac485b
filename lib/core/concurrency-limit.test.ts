import { beforeEach, describe, expect, test } from "vitest";
import { ConcurrencyLimit } from "./concurrency-limit.ts";

const turn = () => new Promise((resolve) => setImmediate(resolve));
const turns = async (count: number) => {
  for (let done = 0; done < count; done += 1) await turn();
};
const refused = expect.objectContaining({
  status: 503,
  details: expect.objectContaining({ headers: { "Retry-After": "2" } }),
});

describe("a concurrency limit", () => {
  const bounds = { inFlight: 3, inFlightPerCaller: 2, waiting: 12, waitingPerCaller: 3, message: "Too much at once." };
  let limit: ConcurrencyLimit;
  let started: string[];
  beforeEach(() => {
    limit = new ConcurrencyLimit(bounds);
    started = [];
  });

  /** @returns functions that end the work of the request and disconnect its client, and its outcome. */
  function ask(caller: string, name: string, held?: Promise<unknown>) {
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
          return new Promise<string>((resolve) => (end = () => resolve(name)));
        },
      )
      .catch((error: unknown) => error);
    return { end: () => end(), release: () => freeSlot(), hangUp: () => (isGone = true), outcome };
  }

  test("starts at most one request in each turn of the event loop", async () => {
    for (const caller of ["a", "b", "c"]) ask(caller, caller);

    expect(started).toEqual([]);
    await turn();
    expect(started).toEqual(["a"]);
    await turns(3);
    expect(started).toEqual(["a", "b", "c"]);
  });

  test("works on at most its share for one caller, and starts those first who asked for the fewest", async () => {
    const asked = ["a1", "a2"].map((name) => ask("a", name));
    ask("b", "b1");
    ask("c", "c1");
    await turns(5);
    expect(started).toEqual(["b1", "c1", "a1"]);

    asked[0]?.end();
    await turns(2);
    ask("b", "b2");
    await turns(2);
    expect(started).toEqual(["b1", "c1", "a1", "a2"]);
  });

  test("counts the addresses of one network together", async () => {
    for (const address of ["198.51.100.1", "198.51.100.2", "198.51.100.3"]) ask(`ip:${address}`, address);
    ask("ip:203.0.113.1", "newcomer");
    await turns(2);

    expect(started[0]).toBe("newcomer");
  });

  test("does not start more than its share for one caller while slots are free", async () => {
    const asked = ["a1", "a2", "a3"].map((name) => ask("a", name));
    await turns(5);
    expect(started).toEqual(["a1", "a2"]);

    asked[0]?.end();
    await turns(3);
    expect(started).toEqual(["a1", "a2", "a3"]);
  });

  test("refuses more waiting requests of one caller with a 503 and Retry-After", async () => {
    for (const name of ["a1", "a2"]) ask("a", name);
    await turns(3);
    for (const name of ["a3", "a4", "a5"]) ask("a", name);

    expect(await ask("a", "a6").outcome).toEqual(refused);
    const other = ask("b", "b1");
    await turns(2);
    other.end();
    expect(await other.outcome).toBe("b1");
  });

  test("when full of equals, refuses the oldest, and starts the newest first", async () => {
    limit = new ConcurrencyLimit({ ...bounds, waiting: 5 });
    const [oldest] = ["a", "b", "c", "d", "e", "f"].map((caller) => ask(caller, caller));
    await turn();

    expect(await oldest?.outcome).toEqual(refused);
    expect(started).toEqual(["f"]);
  });

  test("refuses a caller who asked for more than all who wait", async () => {
    limit = new ConcurrencyLimit({ ...bounds, waiting: 5 });
    ask("f", "f1").hangUp();
    for (const caller of ["a", "b", "c", "d", "e"]) ask(caller, caller);

    expect(await ask("f", "f2").outcome).toEqual(refused);
  });

  test("gives the last place of those who asked for the most to a newcomer", async () => {
    limit = new ConcurrencyLimit({ ...bounds, waiting: 5 });
    const [oldest] = ["a1", "a2", "a3"].map((name) => ask("a", name));
    for (const name of ["b1", "b2"]) ask("b", name);
    const newcomer = ask("c", "c1");

    expect(await oldest?.outcome).toEqual(refused);
    await turns(3);
    newcomer.end();
    expect(await newcomer.outcome).toBe("c1");
  });

  test("keeps the slot of a request until its work is done, also after its client has disconnected", async () => {
    const [first] = [ask("a", "a1"), ask("a", "a2"), ask("a", "a3")];
    await turns(3);
    first.hangUp();
    await turns(3);
    expect(started).toEqual(["a1", "a2"]);

    first.end();
    await turns(3);
    expect(started).toEqual(["a1", "a2", "a3"]);
  });

  test("keeps the slot until what the work holds is settled too", async () => {
    let settle = () => {};
    const statement = new Promise<void>((resolve) => (settle = resolve));
    const [first] = [ask("a", "a1", statement), ask("a", "a2"), ask("a", "a3")];
    await turns(3);
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

  test("does not start a waiting request whose client has disconnected, and frees its place", async () => {
    const [first] = [ask("a", "a1"), ask("a", "a2")];
    const waiting = ["a3", "a4", "a5"].map((name) => ask("a", name));
    await turns(3);
    for (const { hangUp } of waiting) hangUp();
    ask("a", "a6");
    first.end();
    await turns(3);

    expect(started).toEqual(["a1", "a2", "a6"]);
    expect(await waiting[0]?.outcome).toEqual(refused);
  });

  test("starts a request that need not wait also when its client has closed its half of the connection", async () => {
    ask("a", "a1").hangUp();
    await turns(2);

    expect(started).toEqual(["a1"]);
  });

  test("refuses what has waited too long", async () => {
    limit = new ConcurrencyLimit({ ...bounds, inFlight: 1, maxWaitMilliseconds: 5 });
    const [first, second] = [ask("a", "a1"), ask("b", "b1")];

    expect(await second.outcome).toEqual(refused);
    first.end();
    await turns(2);
    expect(started).toEqual(["a1"]);
  });
});
