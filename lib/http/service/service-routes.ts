import "server-only";
import { z } from "zod";
import { Representation } from "../../catalogue/representation.ts";
import type { Infrastructure } from "../../infrastructure.ts";
import { withTimeout } from "../../core/promises.ts";
import { defineOperation } from "../define-operation.ts";
import type { OperationTag } from "../declaration.ts";
import { meteredRoute, type Route } from "../route.ts";

export const serviceTag: OperationTag = {
  name: "Service",
  description: "Limits, health, and this document.",
};

const timeoutMilliseconds = 1500;

export const health = z
  .strictObject({ status: z.literal("ok") })
  .meta({ id: "Health", description: "The process is running." });

export const readiness = z
  .strictObject({
    status: z.enum(["ready", "not ready"]),
    database: z
      .enum(["ok", "read-only", "unreachable"])
      .describe(
        "`read-only`: the database answers but can't store anything, because its disk is full or it is a standby.",
      ),
    clock_seconds_ahead: z
      .int()
      .optional()
      .describe(
        "How many seconds this instance's clock is ahead of the database's; negative: behind. Absent when they differ by at most ten.",
      ),
    limits: z
      .enum(["ok", "unreachable"])
      .describe("The store that counts requests. While it is unreachable, each instance counts by itself."),
    client_addresses: z
      .literal("unknown")
      .optional()
      .describe(
        "Present while clients' addresses are unknown, so that all callers without a key share one limit: `CLIENT_ADDRESS` must be set.",
      ),
  })
  .meta({ id: "Readiness", description: "Whether the database and the limit store answer." });

type Readiness = z.infer<typeof readiness>;

const alive = () => ({ body: Representation.json({ status: "ok" } satisfies z.infer<typeof health>) });

export const healthRoute: Route = {
  path: "/health",
  isMetered: false,
  withoutDatabase: alive,
  operations: {
    GET: defineOperation({
      operationId: "getHealth",
      tag: serviceTag,
      summary: "Liveness check",
      output: { description: "The process is running.", schema: health, example: { status: "ok" } },
      handle: alive,
    }),
  },
};

export const readinessRoute: Route = {
  path: "/health/ready",
  isMetered: false,
  operations: {
    GET: defineOperation({
      operationId: "getReadiness",
      tag: serviceTag,
      summary: "Readiness check",
      output: {
        description: "The database can be read and written, and the limit store answers.",
        schema: readiness,
        example: { status: "ready", database: "ok", limits: "ok" },
      },
      otherOutputs: [
        {
          status: 503,
          description: "At least one is unreachable, or the database can't store anything; the body says which.",
          schema: readiness,
          example: { status: "not ready", database: "unreachable", limits: "ok" },
        },
      ],
      handle: async ({ infrastructure }) => {
        const state = await stateOf(infrastructure);
        return { status: state.status === "ready" ? 200 : 503, body: Representation.json(state) };
      },
    }),
  },
};

async function stateOf({
  clientAddresses,
  clock,
  limiter,
  isLimitStoreReachable,
  canStore,
}: Infrastructure): Promise<Readiness> {
  // The question itself detects a store that has become unreachable since the last request.
  const [database] = await Promise.all([
    databaseState(clock, canStore),
    limiter.peek({ tier: "public", subject: "probe", limit: 1 }),
  ]);
  const isReady = database === "ok" && isLimitStoreReachable();
  return {
    status: isReady ? "ready" : "not ready",
    database,
    limits: isLimitStoreReachable() ? "ok" : "unreachable",
    ...(clientAddresses.isUnknown ? { client_addresses: "unknown" } : {}),
    ...(clock.secondsAhead === 0 ? {} : { clock_seconds_ahead: clock.secondsAhead }),
  };
}

async function databaseState(
  clock: Infrastructure["clock"],
  canStore: Infrastructure["canStore"],
): Promise<Readiness["database"]> {
  try {
    const [isWritable] = await withTimeout(timeoutMilliseconds, Promise.all([canStore(), clock.check()]));
    return isWritable ? "ok" : "read-only";
  } catch {
    return "unreachable";
  }
}

export const quota = z
  .strictObject({
    tier: z.enum(["public", "key", "account"]).describe("The tier of the caller."),
    limit: z.int().min(1).describe("Requests per day."),
    remaining: z.int().min(0).describe("Requests left today."),
    reset: z.int().describe("When the limit resets: the Unix time, in whole seconds, of the next midnight UTC."),
  })
  .meta({ id: "Quota", description: "The caller's quota for today." });

/** `GET /quota`: free, and answered even when nothing is left. */
export const quotaRoute = meteredRoute("/quota", {
  GET: defineOperation({
    operationId: "getQuota",
    tag: serviceTag,
    summary: "Get your remaining requests",
    description: "Free: it does not count, and is answered even when nothing is left.",
    isFree: true,
    output: {
      description: "The caller's quota for today.",
      schema: quota,
      example: { tier: "public", limit: 100, remaining: 73, reset: 1798761600 },
    },
    handle: ({ rateLimit }) => ({ body: Representation.json(rateLimit) }),
  }),
});
