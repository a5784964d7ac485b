import "server-only";
import { Ratelimit } from "@upstash/ratelimit";
import type { Redis, Requester, UpstashRequest, UpstashResponse } from "@upstash/redis";
import { utcDay } from "../../core/clock.ts";
import { batch, remoteBatchTurns, type BatchOptions } from "../../core/batch.ts";
import type { LimitStore, PendingHit, RateLimitResult } from "./limiter.ts";
import * as http from "node:http";
import * as https from "node:https";
import { urlToHttpOptions } from "node:url";
import { parseJson } from "../../core/json.browser.ts";

/** More than any bucket is used in a day. */
const ceiling = 1e12;
/** The store may be remote: waiting for each answer before the next call would double the latency. */
const batchOptions: BatchOptions = { maxConcurrent: 4, turns: remoteBatchTurns };

type Group = [PendingHit, ...PendingHit[]];

/**
 * Counts in Upstash Redis with `fixedWindow` of `@upstash/ratelimit`: one counter per bucket and UTC day. The hits of a
 * batch on the same bucket become one command, and all commands of a batch go in one HTTP request. Results have no
 * versions: see `withVersions`.
 *
 * The package counts up to a ceiling that nothing reaches, because it reports no count beyond a limit, and a batch that
 * fits in part needs its place. One atomic addition gives each batch its place, and places alone decide which hits are
 * admitted. Only refused hits are given back, so the count never falls below the admitted ones; and only once the limit
 * is reached, so no hit is refused early. While a give-back is under way, or after it was lost, a limit that is raised on
 * the same day admits fewer, never more.
 */
export function upstashLimiter(redis: Redis): LimitStore {
  const counter = new Ratelimit({
    redis,
    limiter: Ratelimit.fixedWindow(ceiling, "1 d"),
    prefix: "theatre-listings",
    // It is for refused callers, and under the ceiling there are none.
    ephemeralCache: false,
    // After its timeout the package admits every caller; `withFallback` has a timeout of its own.
    timeout: 0,
    enableTelemetry: false,
  });
  const count = batch(countByBucket, batchOptions);
  return {
    hit: (bucket, times = 1) => count({ bucket, times }),
    peek: (bucket) => count({ bucket, times: 0 }),
  };

  /** A bucket that fails does not affect the others. */
  async function countByBucket(hits: PendingHit[]): Promise<(RateLimitResult | Error)[]> {
    const groups = new Map<string, Group>();
    for (const hit of hits) {
      const name = `${hit.bucket.limit} ${hit.bucket.subject}`;
      const group = groups.get(name);
      if (group) group.push(hit);
      else groups.set(name, [hit]);
    }
    const results = new Map<PendingHit, RateLimitResult | Error>();
    const countGroup = async (group: Group) => {
      const counted = await countTogether(group).catch((reason: unknown) =>
        reason instanceof Error ? reason : new Error(String(reason)),
      );
      for (const [index, hit] of group.entries())
        results.set(hit, counted instanceof Error ? counted : (counted[index] as RateLimitResult));
    };
    await Promise.all([...groups.values()].map(countGroup));
    return hits.map((hit) => results.get(hit) as RateLimitResult | Error);
  }

  async function countTogether(hits: Group): Promise<RateLimitResult[]> {
    const { subject, limit } = hits[0].bucket;
    const together = hits.reduce((sum, { times }) => sum + times, 0);
    const counting = together > 0 ? counter.limit(subject, { rate: together }) : counter.getRemaining(subject);
    const { used, day } = readCount(await counting, together);
    const refused = Math.min(used - limit, together);
    if (refused > 0) void giveBack(subject, refused, day).catch(() => undefined);
    let sum = used - together;
    return hits.map(({ times }) => {
      sum += times;
      return {
        isAdmitted: times > 0 ? sum <= limit : sum < limit,
        remaining: Math.max(0, limit - sum),
        day,
        versions: null,
      };
    });
  }

  /** Refused hits are not kept in the count: they would use up a limit that is raised on the same day. */
  async function giveBack(subject: string, refused: number, day: number): Promise<void> {
    if (!isStill(day)) return;
    const missing = (await counter.limit(subject, { rate: -refused })).remaining - ceiling;
    // Redis was emptied since these hits were counted, and a count below zero would admit too many.
    if (missing > 0 && isStill(day)) await counter.limit(subject, { rate: Math.min(missing, refused) });
  }
}

/** Whether the package, which reads the clock again, counts in that day; false in its last second. */
function isStill(day: number): boolean {
  const now = Date.now();
  return utcDay(now) === day && utcDay(now + 1_000) === day;
}

/** @param least the fewest hits possible. @throws Error for what would become NaN in a header, or admit everyone. */
function readCount(
  { limit, remaining, reset }: { limit: number; remaining: number; reset: number },
  least: number,
): { used: number; day: number } {
  const used = ceiling - remaining;
  if (limit !== ceiling || !Number.isSafeInteger(used) || used < least || used >= ceiling)
    throw new Error("Upstash Redis gave no usable count.");
  return { used, day: utcDay(reset) - 1 };
}

interface UpstashServer {
  readonly url: string;
  readonly token: string;
  /** How long an answer may take, from the request to the last byte. */
  readonly timeoutMilliseconds: number;
}

/** Servers keep an idle connection open for longer, so a command rarely meets one that is being closed. */
const keepAliveMilliseconds = 4_000;
/** The answer to a full batch, a thousand commands, has a tenth of it. */
const maxAnswerCharacters = 1_000_000;

/**
 * Sends the commands of Upstash's client with `node:http`, because `fetch`, which the client would use, takes five times
 * the processor time.
 *
 * Nothing is sent twice: a connection that ends without an answer does not tell whether Redis has counted.
 */
export function upstashRequester({ url, token, timeoutMilliseconds }: UpstashServer): Requester {
  const base = new URL(url);
  const { request, Agent } = base.protocol === "https:" ? https : http;
  const server = {
    ...urlToHttpOptions(base),
    method: "POST",
    agent: new Agent({ keepAlive: true, timeout: keepAliveMilliseconds }),
  };
  const folder = base.pathname.replace(/\/$/, "");

  function send(path: string, text: string): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const headers = {
        Authorization: `Bearer ${token}`,
        "Content-Type": "application/json",
        "Content-Length": Buffer.byteLength(text),
      };
      const sent = request({ ...server, path, headers }, (response) => {
        readText(response)
          .then((answer) => readAnswer(response.statusCode ?? 0, answer))
          .then(resolve, reject);
      });
      const timer = setTimeout(() => {
        reject(new Error(`Upstash Redis gave no answer within ${timeoutMilliseconds} ms.`));
        sent.destroy();
      }, timeoutMilliseconds);
      sent.once("close", () => clearTimeout(timer)).on("error", reject);
      sent.end(text);
    });
  }

  return {
    request: async <Result>({ path = [], body }: UpstashRequest) =>
      (await send([folder, ...path].join("/") || "/", JSON.stringify(body))) as UpstashResponse<Result>,
  };
}

/** Whether the token of this address is sent unencrypted to another machine. */
export function sendsTokenUnencrypted(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  return protocol === "http:" && !/^(localhost|127\.[\d.]+|\[::1\])$/.test(hostname);
}

function readText(response: http.IncomingMessage): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = "";
    response.setEncoding("utf8");
    response
      .on("data", (piece: string) => {
        text += piece;
        if (text.length > maxAnswerCharacters)
          response.destroy(new Error("Upstash Redis sent an answer of more than 1 MB."));
      })
      .once("end", () => resolve(text))
      .on("error", reject);
  });
}

/** @throws Error without the commands, because they contain the caller's address. */
function readAnswer(status: number, text: string): unknown {
  const body = parseJson(text);
  if (status === 200 && body !== undefined) return body;
  const reason = typeof body === "object" && body !== null && "error" in body ? `: ${String(body.error)}` : "";
  throw new Error(
    `Upstash Redis answered with status ${status}${reason || (body === undefined ? " and no JSON" : "")}.`,
  );
}
