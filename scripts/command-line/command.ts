import { parseArgs, type ParseArgsConfig } from "node:util";
import type { z } from "zod";
import { DatabaseUnavailableError } from "@/lib/db/database";
import { SettingsError } from "@/lib/settings/env";
import { loadEnvFilesOrExit } from "../env-files.mjs";

/** Invalid command-line arguments. The message has one line per mistake. */
export class UsageError extends Error {}

type Options = NonNullable<ParseArgsConfig["options"]>;

/**
 * Reads the flags as typed; positional arguments are refused.
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
 * Parses the flags with the schema.
 *
 * @throws UsageError
 */
export function parseFlags<Schema extends z.ZodType>(schema: Schema, flags: object): z.output<Schema> {
  const parsed = schema.safeParse(flags);
  if (parsed.success) return parsed.data;
  throw new UsageError(parsed.error.issues.map(({ path, message }) => `--${path.join(".")} ${message}.`).join("\n"));
}

/**
 * Runs a command and sets the exit code: the result of `main`; 2 for a UsageError, printed with `usage`; 1 when the
 * settings are invalid or the database can't be opened. Other errors are thrown.
 */
export async function runCommand(main: () => Promise<number>, usage?: string): Promise<void> {
  loadEnvFilesOrExit();
  try {
    process.exitCode = await main();
  } catch (error) {
    const isUsage = error instanceof UsageError;
    if (!(isUsage || error instanceof SettingsError || error instanceof DatabaseUnavailableError)) throw error;
    console.error(isUsage && usage !== undefined ? `${error.message}\n${usage}` : error.message);
    process.exitCode = isUsage ? 2 : 1;
  }
}
