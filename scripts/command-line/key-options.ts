import { z } from "zod";
import { emailAddress } from "@/lib/accounts/schema.browser";
import type { KeyForEmail } from "@/lib/keys/key-queries";
import { keyName, newKeySchemaAt } from "@/lib/keys/schema.browser";
import { parseFlags, readFlags } from "./command.ts";

export const keyCommandUsage =
  'For example: npm run keys:create -- --email ada@example.com --name "Listings app" [--expires-at 2030-01-31T12:00:00Z] [--daily-limit 5000]';
const maxDailyLimit = 1_000_000_000;

const options = {
  email: { type: "string" },
  name: { type: "string" },
  "expires-at": { type: "string" },
  "daily-limit": { type: "string" },
} as const;
const limit = `must be a whole number from 1 to ${maxDailyLimit}`;

/** @param now milliseconds since 1970. */
const optionsSchemaAt = (now: number) =>
  z.object({
    email: z.string("is required: the email address of the account").pipe(emailAddress),
    name: z.string("is required: what the key is for").pipe(keyName),
    "expires-at": newKeySchemaAt(now).shape.expires_at,
    "daily-limit": z
      .string()
      .regex(/^\d+$/, limit)
      .transform(Number)
      .refine((requests) => requests >= 1 && requests <= maxDailyLimit, limit)
      .optional(),
  });

/**
 * Reads the key to create from command-line arguments.
 *
 * @throws UsageError
 */
export function readKeyOptions(args: readonly string[]): KeyForEmail {
  const given = parseFlags(optionsSchemaAt(Date.now()), readFlags(options, args));
  const { email, name, "expires-at": end, "daily-limit": dailyLimit = null } = given;
  return { email, name, expiresAt: end ? new Date(end) : null, dailyLimit };
}
