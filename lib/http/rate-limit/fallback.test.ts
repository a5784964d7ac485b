import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { withFallback } from "./fallback.ts";
import type { Bucket, LimitStore, RateLimitResult } from "./limiter.ts";
import { LocalCounts } from "./local-counts.ts";

const day = 20_000;
const dayMilliseconds = 86_400_000;
const retryMilliseconds = 10;

/** A store that counts, and fails on command. */
class Store implements LimitStore {
  isBroken = false;
  day = day;
  readonly used = new Map<string, number>();

  hit = async (bucket: Bucket, times = 1): Promise<RateLimitResult> => {
    if (this.isBroken) throw new Error("The store is away.");
    this.used.set(this.#place(bucket), this.usedOf(bucket) + times);
    const isAdmitted = this.usedOf(bucket) <= bucket.limit;
    return { isAdmitted, remaining: this.#left(bucket), day: this.day, versions: null };
  };

  peek = async (bucket: Bucket): Promise<RateLimitResult> => {
    if (this.isBroken) throw new Error("The store is away.");
    return { isAdmitted: this.#left(bucket) > 0, remaining: this.#left(bucket), day: this.day, versions: null };
  };

  usedOf(bucket: Bucket): number {
    return this.used.get(this.#place(bucket)) ?? 0;
  }

  #left(bucket: Bucket): number {
    return Math.max(0, bucket.limit - this.usedOf(bucket));
  }

  #place(bucket: Bucket): string {
    return `${bucket.subject} ${this.day}`;
  }
}

describe("a limiter whose store may fail", () => {
  const bucket: Bucket = { tier: "public", subject: "ip:192.0.2.1", limit: 5 };
  let store: Store;
  let steady: ReturnType<typeof withFallback>;
  const said: string[] = [];

  beforeEach(() => {
    store = new Store();
    said.length = 0;
    steady = withFallback(store, {
      now: () => store.day * dayMilliseconds,
      deadlineMilliseconds: 100,
      retryMilliseconds,
      events: { failed: () => said.push("failed"), recovered: (counted) => said.push(`recovered ${counted}`) },
    });
  });
  afterEach(() => steady.close());

  async function places(times: number, asked = bucket): Promise<(number | "refused")[]> {
    const found: (number | "refused")[] = [];
    for (let turn = 0; turn < times; turn += 1) {
      const { isAdmitted, remaining } = await steady.hit(asked);
      found.push(isAdmitted ? remaining : "refused");
    }
    return found;
  }

  async function comesBack(): Promise<void> {
    store.isBroken = false;
    await vi.waitFor(() => expect(steady.isStoreReachable).toBe(true), { timeout: 5000, interval: 5 });
  }

  test("a peek counts nothing, locally or in the store, and detects that the store is unreachable", async () => {
    store.isBroken = true;
    expect([await steady.peek(bucket), await steady.peek(bucket)]).toMatchObject([{ remaining: 5 }, { remaining: 5 }]);
    expect([steady.isStoreReachable, said]).toEqual([false, ["failed"]]);
    await comesBack();
    expect(store.usedOf(bucket)).toBe(0);
  });

  test("a store is called once per request, and only probed while it is unreachable", async () => {
    const count = store.hit;
    const asked: string[] = [];
    store.hit = (of, times) => {
      asked.push(of.subject);
      return count(of, times);
    };
    await places(2);
    store.isBroken = true;
    await places(3);

    await vi.waitFor(() => expect(asked.length).toBeGreaterThan(5), { timeout: 5000, interval: 5 });
    expect([steady.isStoreReachable, said]).toEqual([false, ["failed"]]);
    expect(asked.slice(0, 3)).toEqual([bucket.subject, bucket.subject, bucket.subject]);
    expect([...new Set(asked.slice(3))]).toEqual(["probe"]);
    await comesBack();
  });

  test("does not count as recovered while a late answer may still report a count", async () => {
    const count = store.hit;
    const held: ((answer: Promise<RateLimitResult>) => void)[] = [];
    let probes = 0;
    store.hit = (asked, times) => {
      if (asked.subject === bucket.subject && held.length < 2) return new Promise((resolve) => held.push(resolve));
      probes += 1;
      return count(asked, times);
    };
    await Promise.all([steady.hit(bucket), steady.hit(bucket)]);

    for (const answer of held) {
      const before = probes;
      await vi.waitFor(() => expect(probes).toBeGreaterThan(before + 1), { timeout: 5000, interval: 5 });
      expect(steady.isStoreReachable).toBe(false);
      answer(Promise.reject(new Error("The store is away.")));
    }
    await comesBack();
    await vi.waitFor(() => expect(store.usedOf(bucket)).toBe(2));
    expect(said).toEqual(["failed", "recovered 2"]);
  });

  test("continues from the last known figures, sends the store the counts made meanwhile, each request once, and reports it once", async () => {
    expect(await places(1)).toEqual([4]);
    store.isBroken = true;
    expect(await places(2)).toEqual([3, 2]);
    await comesBack();
    await vi.waitFor(() => expect(store.usedOf(bucket)).toBe(3));
    expect(said).toEqual(["failed", "recovered 2"]);
    expect(await places(3)).toEqual([1, 0, "refused"]);
  });

  test("gets pending counts first, even when they do not fit into one batch", async () => {
    store.isBroken = true;
    const callers = Array.from({ length: 501 }, (_, caller) => ({ ...bucket, subject: `ip:${caller}` }));
    for (const caller of callers) await steady.hit(caller);
    const last = { ...bucket, subject: "ip:500" };
    const count = store.hit;
    let release = () => {};
    const silence = new Promise<void>((resolve) => (release = resolve));
    store.hit = async (asked, times) => {
      if (asked.subject !== last.subject && asked.subject !== "probe") await silence;
      return count(asked, times);
    };
    await comesBack();

    expect(await places(1, last)).toEqual([3]);
    release();
    await vi.waitFor(() =>
      expect(callers.map((caller) => store.usedOf(caller)).sort()).toEqual([...callers.slice(1).map(() => 1), 2]),
    );
  });

  test("at midnight a new quota begins, without yesterday's pending counts", async () => {
    store.isBroken = true;
    expect(await places(6)).toEqual([4, 3, 2, 1, 0, "refused"]);
    expect(await steady.peek(bucket)).toMatchObject({ isAdmitted: false, remaining: 0 });
    store.day += 1;
    expect(await places(2)).toEqual([4, 3]);
    await comesBack();
    await vi.waitFor(() => expect(store.usedOf(bucket)).toBe(2));
    expect(await places(4)).toEqual([2, 1, 0, "refused"]);
  });

  test("no request is admitted twice when the store fails while it gets pending counts", async () => {
    store.isBroken = true;
    await places(2);
    const count = store.hit;
    let give = (_: Promise<RateLimitResult>) => {};
    const silence = new Promise<RateLimitResult>((resolve) => (give = resolve));
    store.hit = (asked, times = 1) => (times === 2 ? silence : count(asked, times));
    await comesBack();
    // The store counts this request, but not the two before.
    await places(1);
    store.isBroken = true;
    expect((await places(5)).filter((place) => place !== "refused")).toHaveLength(2);

    // Each request once, including the refused ones.
    store.hit = count;
    give(Promise.reject(new Error("The store is away.")));
    await comesBack();
    await vi.waitFor(() => expect(store.usedOf(bucket)).toBe(8));
  });

  test("a limit that is changed while the store is unreachable applies at once", async () => {
    store.isBroken = true;
    await places(3);
    expect(await places(1, { ...bucket, limit: 3 })).toEqual(["refused"]);
    expect(await places(1, { ...bucket, limit: 10 })).toEqual([6]);
  });

  test("sends pending counts at the end, when the store has recovered unnoticed", async () => {
    store.isBroken = true;
    await places(3);
    store.isBroken = false;
    await steady.close();
    expect(store.usedOf(bucket)).toBe(3);
  });

  test("a flood of callers while the store is unreachable takes bounded memory: the least recent is dropped", async () => {
    store.isBroken = true;
    await places(5);
    for (let caller = 0; caller < 100_000; caller += 1) await steady.hit({ ...bucket, subject: `ip:${caller}` });
    expect(await places(1)).toEqual([4]);
    expect(await places(1, { ...bucket, subject: "ip:99999" })).toEqual([3]);
  });

  test("a late answer is not counted twice", async () => {
    const count = store.hit;
    const held: (() => void)[] = [];
    store.hit = async (asked, times) => {
      if (held.length < 2 && asked.subject === bucket.subject) await new Promise<void>((give) => held.push(give));
      return count(asked, times);
    };
    expect(await Promise.all([places(1), places(1)])).toEqual([[4], [3]]);
    for (const give of held) give();
    await comesBack();

    expect(await places(1)).toEqual([2]);
    expect(store.usedOf(bucket)).toBe(3);
  });
});

test("a late answer of yesterday does not change today's local count", () => {
  const counts = new LocalCounts();
  const bucket: Bucket = { tier: "public", subject: "a", limit: 3 };
  counts.hit(bucket, 1, 6);
  counts.update(bucket, { isAdmitted: true, remaining: 0, day: 5, versions: null });
  counts.defer(bucket, 2, 5);

  expect(counts.hit(bucket, 0, 6)).toMatchObject({ isAdmitted: true, remaining: 2, day: 6 });
  expect(counts.pending(6)).toEqual([]);
});

test("counts that are on their way are not taken for counts in the store when an earlier answer comes", () => {
  const counts = new LocalCounts();
  const bucket: Bucket = { tier: "public", subject: "ip:192.0.2.1", limit: 10 };
  for (const times of [3, 2]) {
    counts.hit(bucket, times, day);
    counts.defer(bucket, times, day);
    expect(counts.takePending(bucket, day)).toBe(times);
  }

  counts.acknowledge(bucket, 3, day);
  expect(counts.countedInStore(bucket, day)).toBe(3);
  counts.acknowledge(bucket, 2, day);
  expect(counts.countedInStore(bucket, day)).toBe(5);
});
