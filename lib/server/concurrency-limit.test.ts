import { EventEmitter } from "node:events";
import type { ServerResponse } from "node:http";
import { beforeEach, describe, expect, test } from "vitest";
import { ConcurrencyLimit } from "./concurrency-limit.ts";

const turn = () => new Promise((resolve) => setImmediate(resolve));
const turns = async (count: number) => {
  for (let done = 0; done < count; done += 1) await turn();
};

describe("a concurrency limit", () => {
  let limit: ConcurrencyLimit;
  let started: string[];
  beforeEach(() => {
    limit = new ConcurrencyLimit({ inFlight: 3, inFlightPerAddress: 2, waiting: 5, waitingPerAddress: 3 });
    started = [];
  });

  /** @returns functions that end the work of the request and disconnect its client. */
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

  test("starts at most one request in each turn of the event loop", async () => {
    for (const address of ["a", "b", "c"]) ask(address, address);

    expect(started).toEqual([]);
    await turn();
    expect(started).toEqual(["a"]);
    await turns(3);
    expect(started).toEqual(["a", "b", "c"]);
  });

  test("works on at most its share for one address, and lets other addresses go first", async () => {
    const asked = ["a1", "a2", "a3"].map((name) => ask("a", name));
    ask("b", "b1");
    await turns(5);
    expect(started).toEqual(["a1", "a2", "b1"]);

    asked[0]?.end();
    await turns(2);
    expect(started).toEqual(["a1", "a2", "b1", "a3"]);
  });

  test("refuses more waiting requests of one address with a 503 and Retry-After", async () => {
    for (const name of ["a1", "a2"]) ask("a", name);
    await turns(3);
    for (const name of ["a3", "a4", "a5"]) ask("a", name);

    expect(() => ask("a", "a6")).toThrow(
      expect.objectContaining({ status: 503, details: expect.objectContaining({ headers: { "Retry-After": "2" } }) }),
    );
    expect(() => ask("b", "b1")).not.toThrow();
  });

  test("refuses more waiting requests in total", () => {
    for (const address of ["a", "b", "c", "d", "e"]) ask(address, address);

    expect(() => ask("f", "f")).toThrow(expect.objectContaining({ status: 503 }));
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

  test("does not start a waiting request whose client has disconnected, and frees its slot", async () => {
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
