import "server-only";
import { parseArgs } from "node:util";
import { z } from "zod";
import type { KeyOrder } from "./queries.ts";

export const usage =
  'npm run keys:create -- --email ada@example.com --name "Listings app" [--expires-at 2030-01-31T12:00:00Z] [--daily-limit 5000]';
const longestDay = 1_000_000_000;

const options = {
  email: { type: "string" },
  name: { type: "string" },
  "expires-at": { type: "string" },
  "daily-limit": { type: "string" },
} as const;
const time = "must be an ISO 8601 time, for example 2030-01-31T12:00:00Z";
const order = z.object({
  email: z
    .email({
      error: ({ input }) =>
        input === undefined ? "must be given: the address of the account" : "must be an e-mail address",
    })
    .max(320, "must have at most 320 characters"),
  name: z
    .string({ error: "must be given: what the key is for" })
    .trim()
    .refine((name) => [...name].length >= 1 && [...name].length <= 100, "must have 1 to 100 characters"),
  "expires-at": z.iso
    .datetime({ offset: true, error: time })
    .transform((text) => new Date(text))
    .refine((date) => date.getTime() > Date.now(), "must be in the future")
    .optional(),
  "daily-limit": z
    .string()
    .regex(/^\d{1,10}$/, `must be a whole number from 1 to ${longestDay}`)
    .transform(Number)
    .refine((limit) => limit >= 1 && limit <= longestDay, `must be a whole number from 1 to ${longestDay}`)
    .optional(),
});

/** What was typed is no order; the message says why, a line for each mistake. */
export class Nonsense extends Error {}

/**
 * The key that a command line orders.
 *
 * @throws Nonsense
 */
export function readOrder(args: string[]): KeyOrder {
  const given = order.safeParse(flagsIn(args));
  if (!given.success)
    throw new Nonsense(given.error.issues.map(({ path, message }) => `--${String(path[0])} ${message}.`).join("\n"));
  const { email, name, "expires-at": expiresAt = null, "daily-limit": dailyLimit = null } = given.data;
  return { email, name, expiresAt, dailyLimit };
}

function flagsIn(args: string[]): Record<string, unknown> {
  try {
    return parseArgs({ args, options }).values;
  } catch (error) {
    throw new Nonsense(error instanceof Error ? error.message : String(error));
  }
}
