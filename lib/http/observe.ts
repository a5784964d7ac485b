import "server-only";
import { METHODS } from "node:http";
import type { Infrastructure } from "../infrastructure.ts";
import type { Tier } from "../rate-limit/limiter.ts";
import type { Call, Reply } from "./request.ts";
import type { Route } from "./route.ts";

export interface Observed {
  id: string;
  call: Call;
  /** Null for a path that is nobody's. */
  route: Route | null;
  /** Null where nobody is counted. */
  tier: Tier | null;
  /** By `performance.now()`. */
  begun: number;
}

const methods = new Set(METHODS);

/** Tells of a reply: now, or, when it is still being made, at its end. */
export function observe(seen: Observed, reply: Reply, { requests }: Infrastructure): Reply {
  const tell = (bytes: number) =>
    requests.tell({
      request_id: seen.id,
      method: methodName(seen.call.method),
      route: seen.route ? (seen.route.name ?? `/api${seen.route.path}`) : "none",
      status: reply.status,
      milliseconds: millisecondsSince(seen.begun),
      tier: seen.tier,
      bytes,
    });
  if (reply.stream) return { ...reply, stream: weighed(reply.stream, tell) };
  tell(reply.body?.length ?? 0);
  return reply;
}

/** An invented method may be anything, a key too. */
export function methodName(method: string): string {
  return methods.has(method) ? method : "OTHER";
}

export function millisecondsSince(begun: number): number {
  return Math.round((performance.now() - begun) * 100) / 100;
}

async function* weighed(stream: AsyncIterable<Buffer>, tell: (bytes: number) => void): AsyncGenerator<Buffer> {
  let bytes = 0;
  try {
    for await (const piece of stream) {
      bytes += piece.length;
      yield piece;
    }
  } finally {
    tell(bytes);
  }
}
