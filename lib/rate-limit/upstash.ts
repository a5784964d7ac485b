import "server-only";
import { Ratelimit } from "@upstash/ratelimit";
import type { Redis } from "@upstash/redis";
import { gather, turnsBeforeAWay } from "../gather.ts";
import type { Bucket, LimitStore, Tally } from "./limiter.ts";

const dayMilliseconds = 86_400_000;
/** The store may be remote: waiting for each answer before the next call would double the latency. */
const manner = { atOnce: 4, turns: turnsBeforeAWay };

interface Hit {
  bucket: Bucket;
  times: number;
}

type Outcome = PromiseSettledResult<Tally>;

/**
 * Counts in Upstash Redis with its library's `fixedWindow`. Calls for one bucket that arrive while answers are pending
 * are counted together; calls for several share an HTTP request. It knows no versions: see `withVersions`.
 */
export function upstashLimiter(redis: Redis): LimitStore {
  const count = gather((hits: Hit[]) => byBucket(hits, ({ bucket }) => bucket, countAll), manner);
  const look = gather((buckets: Bucket[]) => byBucket(buckets, (bucket) => bucket, lookForAll), manner);
  return {
    hit: async (bucket, times = 1) => told(await count({ bucket, times })),
    peek: async (bucket) => told(await look(bucket)),
  };

  async function countAll(bucket: Bucket, hits: Hit[]): Promise<Tally[]> {
    const together = hits.reduce((sum, { times }) => sum + times, 0);
    let reply: unknown;
    const { success, limit, remaining, reset } = await window(redis, bucket, (given) => (reply = given)).limit(
      bucket.subject,
      { rate: together },
    );
    // When a group exceeds the limit, only Redis' raw reply says how many were admitted.
    const used = success ? limit - remaining : Number(Array.isArray(reply) ? reply[0] : Number.NaN);
    if (limit !== bucket.limit || !Number.isSafeInteger(used) || used < together) throw unusable();
    return inOrder(hits, { limit, used: used - together, day: dayOf(reset) });
  }

  async function lookForAll(bucket: Bucket, askers: Bucket[]): Promise<Tally[]> {
    const { limit, remaining, reset } = await window(redis, bucket).getRemaining(bucket.subject);
    if (limit !== bucket.limit || !Number.isSafeInteger(remaining) || remaining > limit) throw unusable();
    const tally: Tally = { isAdmitted: remaining > 0, remaining, day: dayOf(reset), versions: null };
    return askers.map(() => tally);
  }
}

/** @param overhear gets Redis' raw reply, of which the library passes on only a part. */
function window(redis: Redis, { limit }: Bucket, overhear: (reply: unknown) => void = () => undefined): Ratelimit {
  const heard = async <Reply>(asked: Promise<Reply>): Promise<Reply> => {
    const reply = await asked;
    overhear(reply);
    return reply;
  };
  const ears: Pick<Redis, "evalsha" | "eval" | "get" | "set"> = {
    evalsha: (...command) => heard(redis.evalsha(...command)),
    eval: (...command) => heard(redis.eval(...command)),
    get: redis.get,
    set: redis.set,
  };
  return new Ratelimit({
    redis: ears,
    limiter: Ratelimit.fixedWindow(limit, "1 d"),
    prefix: "theatre-listings",
    // Both are unbounded or wrong here: a map of every blocked caller, and a timeout that admits with limit 0.
    ephemeralCache: false,
    timeout: 0,
  });
}

function unusable(): Error {
  // An invalid reply must not become a NaN in a header, nor admit everyone.
  return new Error("Upstash Redis gave no usable count.");
}

function dayOf(reset: number): number {
  if (!Number.isSafeInteger(reset)) throw unusable();
  return reset / dayMilliseconds - 1;
}

/** The result of each hit as if they had come one by one, in their order. */
function inOrder(hits: Hit[], { limit, used, day }: { limit: number; used: number; day: number }): Tally[] {
  let sum = used;
  return hits.map(({ times }) => {
    sum += times;
    return { isAdmitted: sum <= limit, remaining: Math.max(0, limit - sum), day, versions: null };
  });
}

/** Calls once per bucket. A bucket that fails does not affect the others. */
async function byBucket<Question>(
  questions: Question[],
  bucketOf: (question: Question) => Bucket,
  answer: (bucket: Bucket, questions: Question[]) => Promise<Tally[]>,
): Promise<Outcome[]> {
  const groups = new Map<string, { bucket: Bucket; places: number[] }>();
  for (const [place, question] of questions.entries()) {
    const bucket = bucketOf(question);
    const name = `${bucket.limit} ${bucket.subject}`;
    const group = groups.get(name);
    if (group) group.places.push(place);
    else groups.set(name, { bucket, places: [place] });
  }
  const outcomes: Outcome[] = [];
  const settle = async ({ bucket, places }: { bucket: Bucket; places: number[] }) => {
    const asked = answer(
      bucket,
      places.map((place) => questions[place] as Question),
    );
    const [settled] = await Promise.allSettled([asked]);
    for (const [index, place] of places.entries()) {
      outcomes[place] =
        settled.status === "fulfilled" ? { status: "fulfilled", value: settled.value[index] as Tally } : settled;
    }
  };
  await Promise.all([...groups.values()].map(settle));
  return outcomes;
}

function told(outcome: Outcome): Tally {
  if (outcome.status === "rejected") throw outcome.reason;
  return outcome.value;
}

/** Removes the command that Upstash's client quotes in its messages, because it contains the caller's address. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message.replace(/, command was: .*$/s, "") : String(error);
}
