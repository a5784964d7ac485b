import { z } from "zod";
import { id, trimmedText } from "../../../core/fields.browser.ts";

/** The schemas of requests for a higher limit (contract §19). Safe for the browser. */

/** As in the service's settings. */
const maxDailyLimit = 1_000_000_000;
const limitRange = `must be a whole number from 1 to ${maxDailyLimit.toLocaleString("en-GB")}`;

const dailyLimit = z.int(limitRange).min(1, limitRange).max(maxDailyLimit, limitRange).describe("Requests per day.");

export const newLimitRequest = z
  .strictObject({
    daily_limit: dailyLimit.describe("The limit that you need, in requests per day; more than the key has now."),
    reason: trimmedText(500).describe("What you need it for. Administrators read it."),
  })
  .meta({ id: "NewLimitRequest", description: "A request for a higher limit." });

export const limitRequestRecord = z
  .strictObject({
    id,
    state: z.enum(["received", "granted", "declined"]).describe("`received`: not answered yet."),
    daily_limit: z.int().min(1).describe("The requested limit, in requests per day."),
    reason: z.string(),
    created_at: z.iso.datetime().describe("When it was sent, in UTC."),
    answered_at: z.iso.datetime().nullable().describe("When it was answered, in UTC; null: not yet."),
    granted_limit: z
      .int()
      .min(1)
      .nullable()
      .describe("The limit that was granted; it can differ from the requested one. Null unless granted."),
  })
  .meta({ id: "LimitRequest", description: "A request for a higher limit of a key." });

export type LimitRequestRecord = z.infer<typeof limitRequestRecord>;

export const managedLimitRequest = z
  .strictObject({
    ...limitRequestRecord.shape,
    key: z
      .strictObject({
        id,
        name: z.string(),
        prefix: z.string(),
        daily_limit: z.int().min(1).describe("Its present limit."),
        busiest_day: z.int().min(0).describe("The most requests that it made on one of the last 30 days."),
      })
      .describe("The key that it is for."),
    account: z.strictObject({ id, email: z.string(), name: z.string().nullable() }).describe("The owner of the key."),
  })
  .meta({ id: "ManagedLimitRequest", description: "A request for a higher limit, as an administrator sees it." });

export type ManagedLimitRequest = z.infer<typeof managedLimitRequest>;

export const limitAnswer = z
  .strictObject({
    state: z.enum(["granted", "declined"]),
    daily_limit: dailyLimit
      .optional()
      .describe("The limit to grant, more than the key has now; absent: the requested one."),
  })
  .refine(({ state, daily_limit }) => state === "granted" || daily_limit === undefined, {
    path: ["daily_limit"],
    error: "is allowed only with the state granted",
  })
  .meta({ id: "LimitAnswer", description: "The answer to a request for a higher limit." });

export type LimitAnswer = z.infer<typeof limitAnswer>;

export const limitRequestsQuery = z.strictObject({
  state: limitRequestRecord.shape.state.optional().describe("Only requests in this state."),
});
