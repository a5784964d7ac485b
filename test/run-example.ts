import { spawn, spawnSync } from "node:child_process";
import { text as textOf } from "node:stream/consumers";
import type { Language } from "../lib/docs/code/example-code.browser.ts";

export interface ExampleRun {
  status: number | null;
  stdout: string;
  stderr: string;
}

/** How a reader runs an example of each language. */
const commands: Record<Language, (text: string) => [program: string, ...flags: string[]]> = {
  curl: (text) => ["bash", "-c", text],
  javascript: (text) => [process.execPath, "--input-type=module", "-e", text],
  python: (text) => ["python3", "-c", text],
};

/** The missing program of a language; null when it is installed. */
export function missingFor(language: Language): string | null {
  const needed = language === "curl" ? "curl" : commands[language]("")[0];
  return spawnSync(needed, ["--version"]).status === 0 ? null : needed;
}

/** Runs an example unchanged from the documentation. @param env the reader's environment variables. */
export async function runExample(
  language: Language,
  text: string,
  env: Record<string, string> = {},
): Promise<ExampleRun> {
  const [program, ...flags] = commands[language](text);
  const child = spawn(program, flags, {
    env: { ...process.env, FORCE_COLOR: "0", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = new Promise<number | null>((resolve, reject) => child.once("error", reject).once("close", resolve));
  const [status, stdout, stderr] = await Promise.all([ended, textOf(child.stdout), textOf(child.stderr)]);
  return { status, stdout, stderr };
}
