import { z } from "zod";
import { id, trimmedLine, trimmedText, wholeNumber } from "../../core/fields.browser.ts";

/** The schemas of keys (contract §6). Safe for the browser. */

const instant = z.iso.datetime();

export const keyRecord = z
  .strictObject({
    id,
    name: z.string(),
    prefix: z.string().describe("The first 12 characters of the key."),
    daily_limit: z.int().min(1).describe("Requests per day."),
    used_today: z
      .int()
      .min(0)
      .describe("Requests admitted since midnight UTC. A rotated key and its successor share this figure."),
    created_at: instant.describe("When the key was created, in UTC."),
    last_used_at: instant.nullable().describe("When it was last used, to within a minute; null: never."),
    expires_at: instant.nullable().describe("When it expires; null: it does not expire."),
    revoked_at: instant
      .nullable()
      .describe("When it was revoked; in the future during the grace period of a rotated key."),
  })
  .meta({ id: "Key", description: "An API key, without its secret." });

export type KeyRecord = z.infer<typeof keyRecord>;

export const listedKey = z
  .strictObject({
    ...keyRecord.shape,
    note: z.string().nullable().describe("Your own remark on the key; null: none."),
    rotated_from: id.nullable().describe("The key that it replaced in a rotation; null: none."),
    counts_as: id.describe(
      "The key on which its requests are counted: itself, or the first of its chain of rotations. Keys with the same one share their limit.",
    ),
  })
  .meta({ id: "ListedKey", description: "An API key with its note, without its secret." });

export type ListedKey = z.infer<typeof listedKey>;

export const issuedKey = z
  .strictObject({ ...keyRecord.shape, key: z.string().describe("The secret key. It is shown only once.") })
  .meta({ id: "IssuedKey", description: "A new API key, with its secret." });

export type IssuedKey = z.infer<typeof issuedKey>;

export const keyName = trimmedLine(100);

const lastInstant = Date.parse("9999-12-31T23:59:59.999Z");

const expiry = z.iso
  .datetime({
    offset: true,
    abort: true,
    error: "must be an ISO 8601 time with its zone, such as 2027-01-31T12:00:00Z",
  })
  .refine((time) => Date.parse(time) <= lastInstant, "must be before the year 10000")
  .describe("An ISO 8601 time with its zone, in the future. Absent or null: the key does not expire.");

export const newKey = z
  .strictObject({ name: keyName, expires_at: expiry.nullable().optional() })
  .meta({ id: "NewKey", description: "The name and expiry of a new key." });

/** @param now milliseconds since 1970. */
export function newKeySchemaAt(now: number) {
  const future = expiry.refine((time) => Date.parse(time) > now, "must be in the future");
  return newKey.extend({ expires_at: future.nullable().optional() });
}

export const keyChange = z
  .strictObject({ name: keyName.optional(), note: trimmedText(500).nullable().optional() })
  .meta({ id: "KeyChange", description: "The name and note of a key; an absent field keeps its value." });

export type KeyChange = z.infer<typeof keyChange>;

const maxGraceHours = 168;
const graceRange = `must be a whole number from 0 to ${maxGraceHours}`;

export const rotation = z
  .strictObject({
    grace_hours: z
      .int(graceRange)
      .min(0, graceRange)
      .max(maxGraceHours, graceRange)
      .optional()
      .describe("How many hours the old key keeps working; default 0."),
  })
  .meta({ id: "KeyRotation", description: "How long the old key keeps working beside the new one." });

export const foundKey = z
  .strictObject({ key: z.string().trim() })
  .meta({ id: "FoundKey", description: "A complete API key that was found." });

export const revokedKey = z
  .strictObject({ prefix: keyRecord.shape.prefix, revoked_at: instant.describe("When it was revoked, in UTC.") })
  .meta({ id: "RevokedKey", description: "A key, now revoked." });

const maxPrefix = 12;

export const accountKeyQuery = z.strictObject({
  prefix: z
    .string()
    .trim()
    .regex(/^tl_live_[0-9A-Za-z]+$/, "must be the beginning of a key: tl_live_ and at least one character")
    .max(maxPrefix, `must have at most ${maxPrefix} characters: never send a whole key`)
    .describe("The first characters of a key, up to 12."),
});

export const accountKey = z
  .strictObject({
    ...keyRecord.shape,
    account: z.strictObject({ id, email: z.string(), name: z.string().nullable() }).describe("Its owner."),
    days: z
      .array(z.strictObject({ date: z.iso.date(), requests: z.int().min(0) }))
      .describe("The UTC days on which it was used, oldest first."),
    networks: z
      .array(
        z.strictObject({
          network: z.string(),
          days: z.int().min(1).describe("On how many days."),
          last_date: z.iso.date().describe("The last of them."),
        }),
      )
      .describe("Always empty: networks are no longer kept.")
      .meta({ deprecated: true }),
    failed_networks: z
      .array(z.strictObject({ network: z.string(), requests: z.int().min(1), last_at: instant }))
      .describe("The networks, a /24 or a /48, from which its latest failed requests came."),
  })
  .meta({ id: "AccountKey", description: "A key with its owner and its use." });

export type AccountKey = z.infer<typeof accountKey>;

const maxDays = 366;
const defaultDays = 30;

export const usageQuery = z.object({
  days: wholeNumber(1, maxDays).default(defaultDays).describe("The number of UTC days, including today."),
  include: z
    .literal("refused", 'must be "refused"')
    .optional()
    .describe("`refused`: adds how many requests were refused each day."),
  by: z
    .literal("route", 'must be "route"')
    .optional()
    .describe("`route`: the answers by day, route and class of status, in place of the days."),
});

export const usageDay = z
  .strictObject({
    date: z.iso.date().describe("A UTC day."),
    requests: z.int().min(0).describe("Requests admitted on that day."),
    refused: z.int().min(0).optional().describe("Requests refused on that day; only with `include=refused`."),
  })
  .meta({ id: "UsageDay", description: "The use of a key on one day." });

export type UsageDay = z.infer<typeof usageDay>;

const count = z.int().min(0);
const recordedRoute = z.string().nullable();

export const routeUsage = z
  .strictObject({
    date: z.iso.date().describe("A UTC day."),
    route: recordedRoute.describe("The path, with the names of its parameters; null: paths that do not exist."),
    "2xx": count.describe("Requests answered with success."),
    "3xx": count.describe("Requests answered with 304: nothing had changed."),
    "4xx": count.describe("Requests refused because of something in them."),
    "5xx": count.describe("Requests that failed in the service."),
    counted: count.describe("How many of them were admitted and count towards the limit."),
  })
  .meta({ id: "RouteUsage", description: "How the requests of a key to one route were answered on one day." });

export type RouteUsage = z.infer<typeof routeUsage>;

export const failedRequestsQuery = z.strictObject({
  request_id: z
    .string()
    .regex(/^[\w.-]{8,128}$/, "must be a request id: 8 to 128 letters, digits, `_`, `.` and `-`")
    .optional()
    .describe("Only the request with this id, as its response has it in `X-Request-Id`."),
});

export const failedRequest = z
  .strictObject({
    at: instant.describe("When it was answered, in UTC."),
    request_id: z.string().describe("The same as in its `X-Request-Id`."),
    method: z.string().describe("`OTHER` for an invented method."),
    route: recordedRoute.describe("The path, with the names of its parameters; null: the path does not exist."),
    status: z.int().min(100).max(599),
    why: z.string().describe("What was wrong, and what to do about it. For people: it may be reworded."),
    user_agent: z.string().nullable().describe("The first 80 characters of its `User-Agent`; null: it had none."),
    address: z.string().nullable().describe("The network that it came from, a /24 or a /48; null when unknown."),
  })
  .meta({ id: "FailedRequest", description: "A request of a key that was not answered with 2xx or 304." });

export type FailedRequest = z.infer<typeof failedRequest>;
