import { z } from "zod";
import { emailAddress } from "@/lib/accounts/schema";
import type { KeyOrder } from "@/lib/keys/queries";
import { keyName, newKeyAfter } from "@/lib/keys/schema";
import { parseFlags, readFlags } from "./command.ts";

export const usage =
  'For example: npm run keys:create -- --email ada@example.com --name "Listings app" [--expires-at 2030-01-31T12:00:00Z] [--daily-limit 5000]';
const longestDay = 1_000_000_000;

const options = {
  email: { type: "string" },
  name: { type: "string" },
  "expires-at": { type: "string" },
  "daily-limit": { type: "string" },
} as const;
const limit = `must be a whole number from 1 to ${longestDay}`;

/** @param now milliseconds since 1970. */
const orderAfter = (now: number) =>
  z.object({
    email: z.string("is required: the email address of the account").pipe(emailAddress),
    name: z.string("is required: what the key is for").pipe(keyName),
    "expires-at": newKeyAfter(now).shape.expires_at,
    "daily-limit": z
      .string()
      .regex(/^\d+$/, limit)
      .transform(Number)
      .refine((requests) => requests >= 1 && requests <= longestDay, limit)
      .optional(),
  });

/**
 * Reads the key to create from command-line arguments.
 *
 * @throws UsageError
 */
export function readOrder(args: string[]): KeyOrder {
  const given = parseFlags(orderAfter(Date.now()), readFlags(options, args));
  const { email, name, "expires-at": end, "daily-limit": dailyLimit = null } = given;
  return { email, name, expiresAt: end ? new Date(end) : null, dailyLimit };
}
