import { text } from "node:stream/consumers";
import { parseArgs, type ParseArgsConfig } from "node:util";
import type { z } from "zod";
import { DatabaseUnavailableError } from "@/lib/db/database";
import { SettingsError } from "@/lib/settings/env";
import { loadEnvFilesOrExit } from "../env-files.mjs";

/** Invalid command-line arguments. The message has one line per mistake. */
export class UsageError extends Error {}

export type Environment = Readonly<Record<string, string | undefined>>;

/** Where a command prints, and what it may ask for. */
export interface Terminal {
  log(line: string): void;
  error(line: string): void;
  /** All of standard input. */
  read(): Promise<string>;
}

/** A command. @returns its exit code. */
export type Main = (args: readonly string[], environment: Environment, terminal: Terminal) => Promise<number>;

/**
 * The command that does `work` and explains what prevents it: with code 2 and `usage` a UsageError, with code 1 invalid
 * settings and a database that can't be opened. Other errors are thrown.
 */
export function command(usage: string, work: Main): Main {
  return async (args, environment, terminal) => {
    try {
      return await work(args, environment, terminal);
    } catch (error) {
      const isUsage = error instanceof UsageError;
      if (!(isUsage || error instanceof SettingsError || error instanceof DatabaseUnavailableError)) throw error;
      terminal.error(isUsage ? `${error.message}\n${usage}` : error.message);
      return isUsage ? 2 : 1;
    }
  };
}

/** Runs the command if this is its program: a bundle. Who imports the source calls `main`. */
export async function start(module: string, main: Main): Promise<void> {
  if (module.endsWith(".ts")) return;
  loadEnvFilesOrExit();
  const { log, error } = console;
  process.exitCode = await main(process.argv.slice(2), process.env, { log, error, read: () => text(process.stdin) });
}

type Options = NonNullable<ParseArgsConfig["options"]>;

/**
 * Reads the flags as typed; positional arguments are refused.
 *
 * @throws UsageError
 */
export function readFlags<Known extends Options>(options: Known, args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options }).values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

/** For a command without arguments. @throws UsageError */
export function refuseArguments(args: readonly string[]): void {
  if (args.length === 0) return;
  const instead = "It is configured by environment variables; see docs/configuration.md.";
  throw new UsageError(`It takes no arguments, and was given: ${args.join(" ")}\n${instead}`);
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
