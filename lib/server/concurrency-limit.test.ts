import { EventEmitter } from "node:events";
import type { ServerResponse } from "node:http";
import { beforeEach, describe, expect, test } from "vitest";
import { ConcurrencyLimit } from "./concurrency-limit.ts";

const turn = () => new Promise((resolve) => setImmediate(resolve));
const turns = async (count: number) => {
  for (let done = 0; done < count; done += 1) await turn();
};

describe("of the requests that come to a limit", () => {
  let limit: ConcurrencyLimit;
  let started: string[];
  beforeEach(() => {
    limit = new ConcurrencyLimit({ inFlight: 3, inFlightPerAddress: 2, waiting: 5, waitingPerAddress: 3 });
    started = [];
  });

  /** @returns what ends its work, and what the client does when it hangs up. */
  function ask(address: string, name: string) {
    const nodeResponse = Object.assign(new EventEmitter(), { closed: false }) as unknown as ServerResponse;
    const own = started;
    let end = () => {};
    const work = () => {
      own.push(name);
      return new Promise<void>((resolve) => (end = resolve));
    };
    limit.run(address, nodeResponse, work);
    return { end: () => end(), hangUp: () => nodeResponse.emit("close") };
  }

  test("one begins in a turn of the event loop", async () => {
    for (const address of ["a", "b", "c"]) ask(address, address);

    expect(started).toEqual([]);
    await turn();
    expect(started).toEqual(["a"]);
    await turns(3);
    expect(started).toEqual(["a", "b", "c"]);
  });

  test("no more than its share are worked on for one address, and those of others go before", async () => {
    const asked = ["a1", "a2", "a3"].map((name) => ask("a", name));
    ask("b", "b1");
    await turns(5);
    expect(started).toEqual(["a1", "a2", "b1"]);

    asked[0]?.end();
    await turns(2);
    expect(started).toEqual(["a1", "a2", "b1", "a3"]);
  });

  test("what is beyond the waiting of an address is refused with 503 and when to come again", async () => {
    for (const name of ["a1", "a2"]) ask("a", name);
    await turns(3);
    for (const name of ["a3", "a4", "a5"]) ask("a", name);

    expect(() => ask("a", "a6")).toThrow(
      expect.objectContaining({ status: 503, details: expect.objectContaining({ headers: { "Retry-After": "2" } }) }),
    );
    expect(() => ask("b", "b1")).not.toThrow();
  });

  test("what is beyond the waiting of all is refused", () => {
    for (const address of ["a", "b", "c", "d", "e"]) ask(address, address);

    expect(() => ask("f", "f")).toThrow(expect.objectContaining({ status: 503 }));
  });

  test("one keeps its place until its work is done, whether or not its client has gone", async () => {
    const [first] = [ask("a", "a1"), ask("a", "a2"), ask("a", "a3")];
    await turns(3);
    first.hangUp();
    await turns(3);
    expect(started).toEqual(["a1", "a2"]);

    first.end();
    await turns(3);
    expect(started).toEqual(["a1", "a2", "a3"]);
  });

  test("one whose client hangs up while it waits is not begun, and leaves its place", async () => {
    const [first] = [ask("a", "a1"), ask("a", "a2")];
    const waiting = ask("a", "a3");
    await turns(3);
    waiting.hangUp();
    first.end();
    ask("a", "a4");
    await turns(3);

    expect(started).toEqual(["a1", "a2", "a4"]);
  });
});
