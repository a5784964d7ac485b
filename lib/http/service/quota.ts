import "server-only";
import { z } from "zod";
import { Representation } from "../../catalogue/representation.ts";
import { defineOperation } from "../define-operation.ts";
import { meteredRoute } from "../route.ts";
import { serviceTag } from "./health.ts";

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
