import "server-only";
import { z } from "zod";
import { Body } from "../snapshots/body.ts";
import type { Route } from "../http/route.ts";

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
    GET: { isFree: true, answer: ({ standing }) => ({ body: Body.json(standing) }) },
  },
};
