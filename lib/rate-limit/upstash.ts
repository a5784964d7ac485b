import "server-only";
import type { Redis } from "@upstash/redis";
import { utcDay } from "../clock.ts";
import { batch, remoteBatchTurns, type BatchOptions } from "../batch.ts";
import type { Bucket, LimitStore, RateLimitResult } from "./limiter.ts";

const dayMilliseconds = 86_400_000;
/** The store may be remote: waiting for each answer before the next call would double the latency. */
const batchOptions: BatchOptions = { maxConcurrent: 4, turns: remoteBatchTurns };

interface Hit {
  bucket: Bucket;
  times: number;
}

type Outcome = PromiseSettledResult<RateLimitResult>;

/** Refused requests are not kept in the count: they would use up a limit that is raised on the same day. */
const addScript = `local used = redis.call("INCRBY", KEYS[1], ARGV[1])
if used == tonumber(ARGV[1]) then redis.call("PEXPIRE", KEYS[1], ARGV[2]) end
local refused = math.min(used - tonumber(ARGV[3]), tonumber(ARGV[1]))
if refused > 0 then redis.call("DECRBY", KEYS[1], refused) end
return used`;
/** A script instead of a plain GET, because a replica may answer a GET with an outdated count. */
const readScript = `return redis.call("GET", KEYS[1])`;

/**
 * Counts in Upstash Redis, with one counter per bucket and UTC day, under the key that `fixedWindow` of
 * `@upstash/ratelimit` uses. The hits of a batch on the same bucket become one command, and all commands of a batch go in
 * one HTTP request. Results have no versions: see `withVersions`.
 */
export function upstashLimiter(redis: Redis): LimitStore {
  const add = redis.createScript(addScript);
  const read = redis.createScript(readScript);
  const count = batch((hits: Hit[]) => byBucket(hits, ({ bucket }) => bucket, countAll), batchOptions);
  const look = batch((buckets: Bucket[]) => byBucket(buckets, (bucket) => bucket, lookForAll), batchOptions);
  return {
    hit: (bucket, times = 1) => count({ bucket, times }).then(resultOrThrow),
    peek: (bucket) => look(bucket).then(resultOrThrow),
  };

  async function countAll(bucket: Bucket, hits: Hit[]): Promise<RateLimitResult[]> {
    const together = hits.reduce((sum, { times }) => sum + times, 0);
    const day = utcDay(Date.now());
    const used = await add.exec(
      [keyOf(bucket, day)],
      [String(together), String(dayMilliseconds), String(bucket.limit)],
    );
    if (!isCount(used) || used < together) throw unusable();
    return distributeResults(hits, { limit: bucket.limit, used: used - together, day });
  }

  async function lookForAll(bucket: Bucket, askers: Bucket[]): Promise<RateLimitResult[]> {
    const day = utcDay(Date.now());
    const used = (await read.exec([keyOf(bucket, day)], [])) ?? 0;
    if (!isCount(used)) throw unusable();
    const remaining = Math.max(0, bucket.limit - used);
    const result: RateLimitResult = { isAdmitted: remaining > 0, remaining, day, versions: null };
    return askers.map(() => result);
  }
}

function keyOf({ subject }: Bucket, day: number): string {
  return `theatre-listings:${subject}:${day}`;
}

/** An invalid response of Redis must not become NaN in a header, nor admit every request. */
function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

function unusable(): Error {
  return new Error("Upstash Redis gave no usable count.");
}

/** Returns the result that each hit would have got if the hits had been counted one by one, in order. */
function distributeResults(
  hits: Hit[],
  { limit, used, day }: { limit: number; used: number; day: number },
): RateLimitResult[] {
  let sum = used;
  return hits.map(({ times }) => {
    sum += times;
    return { isAdmitted: sum <= limit, remaining: Math.max(0, limit - sum), day, versions: null };
  });
}

/** Calls once per bucket. A bucket that fails does not affect the others. */
async function byBucket<Item>(
  items: Item[],
  bucketOf: (item: Item) => Bucket,
  answer: (bucket: Bucket, items: Item[]) => Promise<RateLimitResult[]>,
): Promise<Outcome[]> {
  const groups = new Map<string, { bucket: Bucket; places: number[] }>();
  for (const [place, item] of items.entries()) {
    const bucket = bucketOf(item);
    const name = `${bucket.limit} ${bucket.subject}`;
    const group = groups.get(name);
    if (group) group.places.push(place);
    else groups.set(name, { bucket, places: [place] });
  }
  const outcomes: Outcome[] = [];
  const settle = async ({ bucket, places }: { bucket: Bucket; places: number[] }) => {
    const asked = answer(
      bucket,
      places.map((place) => items[place] as Item),
    );
    const [settled] = await Promise.allSettled([asked]);
    for (const [index, place] of places.entries()) {
      outcomes[place] =
        settled.status === "fulfilled"
          ? { status: "fulfilled", value: settled.value[index] as RateLimitResult }
          : settled;
    }
  };
  await Promise.all([...groups.values()].map(settle));
  return outcomes;
}

function resultOrThrow(outcome: Outcome): RateLimitResult {
  if (outcome.status === "rejected") throw outcome.reason;
  return outcome.value;
}
