import { parseArgs, type ParseArgsConfig } from "node:util";
import type { z } from "zod";
import { DatabaseUnavailableError } from "@/lib/db/database";
import { SettingsError } from "@/lib/env";

/** The command line makes no sense, or leads nowhere. The message has a line for each mistake. */
export class UsageError extends Error {}

type Options = NonNullable<ParseArgsConfig["options"]>;

/**
 * The flags as they were typed; a command line has no other arguments.
 *
 * @throws UsageError
 */
export function readFlags<Known extends Options>(options: Known, args: readonly string[] = process.argv.slice(2)) {
  try {
    return parseArgs({ args: [...args], options }).values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

/**
 * The flags as the schema reads them.
 *
 * @throws UsageError
 */
export function parseFlags<Schema extends z.ZodType>(schema: Schema, flags: object): z.output<Schema> {
  const parsed = schema.safeParse(flags);
  if (parsed.success) return parsed.data;
  throw new UsageError(parsed.error.issues.map(({ path, message }) => `--${path.join(".")} ${message}.`).join("\n"));
}

/**
 * Runs a command to its exit code: `main`'s; 2 for a UsageError, which `usage` follows; 1 where the settings are wrong or
 * the database can't be opened. Anything else is thrown.
 */
export async function runCommand(main: () => Promise<number>, usage?: string): Promise<void> {
  try {
    process.exitCode = await main();
  } catch (error) {
    const isUsage = error instanceof UsageError;
    if (!(isUsage || error instanceof SettingsError || error instanceof DatabaseUnavailableError)) throw error;
    console.error(isUsage && usage !== undefined ? `${error.message}\n${usage}` : error.message);
    process.exitCode = isUsage ? 2 : 1;
  }
}
