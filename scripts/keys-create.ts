import { z } from "zod";
import { emailAddress } from "@/lib/accounts/schema.browser";
import { createKey } from "@/lib/accounts/keys/key-queries";
import { keyName, newKeySchemaAt } from "@/lib/accounts/keys/schema.browser";
import { parseFlags, readFlags, command, start } from "./command-line/command.ts";
import { withDatabase } from "./command-line/database.ts";

const usage =
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
const flagsSchemaAt = (now: number) =>
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

/** Creates a key, and the account with that address if there is none. */
export const main = command(usage, async (args, environment, { log }) => {
  const flags = parseFlags(flagsSchemaAt(Date.now()), readFlags(options, args));
  const { email, name, "expires-at": end, "daily-limit": dailyLimit = null } = flags;
  const key = { email, name, expiresAt: end ? new Date(end) : null, dailyLimit };
  const { secret } = await withDatabase(environment, ({ prisma }) => createKey(prisma, key));
  log(`The key for ${email}, shown only once and stored nowhere:`);
  log(secret);
  return 0;
});

await start(import.meta.url, main);
