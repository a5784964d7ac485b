import { parseArgs } from "node:util";
import { z } from "zod";
import { DatabaseUnavailableError } from "@/lib/db/connect";
import { migrate } from "@/lib/db/migrate";
import { env, SettingsError } from "@/lib/env";
import { openDatabase } from "@/lib/infrastructure";
import { createKey, type KeyOrder } from "@/lib/keys/queries";

const usage =
  'npm run keys:create -- --email ada@example.com --name "Listings app" [--expires-at 2030-01-31T12:00:00Z] [--daily-limit 5000]';
const longestDay = 1_000_000_000;

const options = {
  email: { type: "string" },
  name: { type: "string" },
  "expires-at": { type: "string" },
  "daily-limit": { type: "string" },
} as const;
const time = "must be an ISO 8601 time, for example 2030-01-31T12:00:00Z";
const flags = z.object({
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

/** Makes a key, and the account for it where there is none with that address. */
async function main(): Promise<number> {
  const given = flags.safeParse(readFlags());
  if (!given.success) {
    for (const {
      path: [name],
      message,
    } of given.error.issues)
      console.error(`--${String(name)} ${message}.`);
    console.error(`For example: ${usage}`);
    return 2;
  }
  const { email, name, "expires-at": expiresAt = null, "daily-limit": dailyLimit = null } = given.data;
  try {
    const secret = await createIn(process.cwd(), { email, name, expiresAt, dailyLimit });
    console.log(`The key for ${email.toLowerCase()}; it is shown this once and kept nowhere:`);
    console.log(secret);
    return 0;
  } catch (error) {
    if (!(error instanceof SettingsError || error instanceof DatabaseUnavailableError)) throw error;
    console.error(error.message);
    return 1;
  }
}

async function createIn(root: string, order: KeyOrder): Promise<string> {
  const database = await openDatabase(env());
  try {
    await database.exclusively(() => migrate(database, root));
    return (await createKey(database.prisma, order)).secret;
  } finally {
    await database.close();
  }
}

function readFlags(): Record<string, unknown> {
  try {
    return parseArgs({ options }).values;
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    console.error(`For example: ${usage}`);
    process.exit(2);
  }
}

process.exitCode = await main();
