// Reads `.env.local` and `.env` of the folder in which a program runs, with Next's reader: one file, one meaning.
import { existsSync, readFileSync } from "node:fs";
import { parseEnv } from "node:util";
import nextEnv from "@next/env";

/** The environment of a program that must not read the files of the person who starts it: tests, benchmarks. */
export const withoutEnvFiles = { __NEXT_PROCESSED_ENV: "true" };

const assignment = /^\s*(export\s+)?[\w.-]+\s*=/;
const quotedValue = /^([ \t]*(?:export[ \t]+)?[\w.-]+[ \t]*=[ \t]*)(["'`])[^]*?\2(?=[ \t]*(?:#.*)?$)/gm;

/**
 * Sets what the environment lacks. The variable that Next sets when it has read these files keeps both from reading them
 * again, here and in every process that this one starts.
 *
 * @throws Error that names the file, and the line or the setting, that can't be taken as it is meant.
 */
export function loadEnvFiles() {
  if (process.env.__NEXT_PROCESSED_ENV) return;
  for (const path of [".env.local", ".env"]) {
    if (!existsSync(path)) continue;
    const given = new Set(Object.keys(process.env));
    const file = { path, contents: readLines(path), env: {} };
    nextEnv.processEnv([file], process.cwd(), console, true);
    requireOneMeaning(file, given);
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

/** The text of a file in which each line is an assignment, a comment, or part of a quoted value. */
function readLines(file) {
  let text;
  try {
    text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(readFileSync(file));
  } catch (error) {
    const why =
      error instanceof TypeError ? "it isn't UTF-8. Save it as UTF-8 without a byte order mark." : error.message;
    throw new Error(`${file} can't be read: ${why}`);
  }
  if (text.startsWith("\uFEFF"))
    throw new Error(`${file} begins with a byte order mark, which would hide its first setting. Save it without one.`);
  text = text.replace(/\r\n?/g, "\n");
  const lines = text.replace(quotedValue, (all, name) => name + all.replace(/[^\n]/g, "")).split("\n");
  const bad = lines.findIndex((line) => !/^\s*(#|$)/.test(line) && !assignment.test(line));
  if (bad >= 0) throw new Error(`${file} can't be parsed: line ${bad + 1} is neither NAME=value nor a comment.`);
  const open = lines.findIndex((line) => /^[^#=]*=\s*["'`]/.test(line));
  if (open >= 0)
    throw new Error(
      `${file} can't be parsed: on line ${open + 1} a quote is open, or something follows the closing quote.`,
    );
  return text;
}

/** Next replaces `$NAME`, other readers of these files don't: a file that they would read in two ways is refused. */
function requireOneMeaning({ path, contents, env }, given) {
  const plain = parseEnv(contents);
  const strange = Object.keys({ ...plain, ...env }).find(
    (name) => !given.has(name) && plain[name]?.replaceAll("\\$", "$") !== env[name],
  );
  if (strange === undefined) return;
  const advice = "Write \\$ for a dollar sign, and put a value with #, spaces or quotes into quotes.";
  throw new Error(`${path} can be read in two ways: see ${strange}. ${advice}`);
}
