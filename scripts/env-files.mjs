// Reads `.env.local` and `.env` of the folder in which a program runs, as Next does.
import { existsSync, readFileSync } from "node:fs";

/** The environment of a program that must not read the files of the person who starts it: tests, benchmarks. */
export const withoutEnvFiles = { __NEXT_PROCESSED_ENV: "true" };

const assignment = /^\s*(export\s+)?[\w.-]+\s*=/;
const quotedValue = /^([ \t]*(?:export[ \t]+)?[\w.-]+[ \t]*=[ \t]*)(["'`])[^]*?\2/gm;

/**
 * Sets what the environment lacks. Next has its own reader of these files and of `.env.production`; the variable that it
 * sets when it has read them keeps both from reading them again, here and in every process that this one starts.
 *
 * @throws Error that names the file which can't be read or parsed.
 */
export function loadEnvFiles() {
  if (process.env.__NEXT_PROCESSED_ENV) return;
  for (const file of [".env.local", ".env"]) {
    if (!existsSync(file)) continue;
    requireParsable(file);
    process.loadEnvFile(file);
  }
  process.env.__NEXT_PROCESSED_ENV = "true";
}

/** The same for a program: a file that can't be used ends it. */
export function loadEnvFilesOrExit() {
  try {
    loadEnvFiles();
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  }
}

/** Node's own parser leaves out what it does not understand. */
function requireParsable(file) {
  let text;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(readFileSync(file));
  } catch (error) {
    throw new Error(`${file} can't be read: ${error instanceof Error ? error.message : String(error)}`);
  }
  const unquoted = text.replace(quotedValue, (all, name) => name + all.replace(/[^\n]/g, ""));
  const bad = unquoted.split("\n").findIndex((line) => !/^\s*(#|$)/.test(line) && !assignment.test(line));
  if (bad >= 0) throw new Error(`${file} can't be parsed: line ${bad + 1} is neither NAME=value nor a comment.`);
}
