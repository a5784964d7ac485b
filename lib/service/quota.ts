import "server-only";
import { z } from "zod";
import { Body } from "../snapshots/representation.ts";
import { defineOperation } from "../http/define-operation.ts";
import type { Route } from "../http/route.ts";
import { serviceTag } from "./tag.ts";

export const quota = z
  .strictObject({
    tier: z.enum(["public", "key", "account"]).describe("What the request was recognised by."),
    limit: z.int().min(1).describe("Requests a day."),
    remaining: z.int().min(0).describe("Requests left today."),
    reset: z.int().describe("When the day ends: Unix time in whole seconds of the next midnight in UTC."),
  })
  .meta({ id: "Quota", description: "Where the caller stands today." });

/** `GET /quota`: asking where one stands costs nothing. */
export const quotaRoute: Route = {
  path: "/quota",
  isMetered: true,
  operations: {
    GET: defineOperation({
      operationId: "getQuota",
      tag: serviceTag,
      summary: "Ask what is left of the day's requests",
      description: "Asking is free: it is not counted, and is answered also when nothing is left.",
      isFree: true,
      output: {
        description: "Where the caller stands today.",
        schema: quota,
        example: { tier: "public", limit: 100, remaining: 73, reset: 1798761600 },
      },
      answer: ({ standing }) => ({ body: Body.json(standing) }),
    }),
  },
};
