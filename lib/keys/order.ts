import "server-only";
import { parseArgs } from "node:util";
import { z } from "zod";
import { emailAddress } from "../accounts/schema.ts";
import type { KeyOrder } from "./queries.ts";
import { keyName, newKeyAfter } from "./schema.ts";

export const usage =
  'npm run keys:create -- --email ada@example.com --name "Listings app" [--expires-at 2030-01-31T12:00:00Z] [--daily-limit 5000]';
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

/** The command line is invalid. The message has a line for each mistake. */
export class Nonsense extends Error {}

/**
 * Reads the key to create from command-line arguments.
 *
 * @throws Nonsense
 */
export function readOrder(args: string[]): KeyOrder {
  const given = orderAfter(Date.now()).safeParse(flagsIn(args));
  if (!given.success)
    throw new Nonsense(given.error.issues.map(({ path, message }) => `--${String(path[0])} ${message}.`).join("\n"));
  const { email, name, "expires-at": end, "daily-limit": dailyLimit = null } = given.data;
  return { email, name, expiresAt: end ? new Date(end) : null, dailyLimit };
}

function flagsIn(args: string[]): Record<string, unknown> {
  try {
    return parseArgs({ args, options }).values;
  } catch (error) {
    throw new Nonsense(error instanceof Error ? error.message : String(error));
  }
}
